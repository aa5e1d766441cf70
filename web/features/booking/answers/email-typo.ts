/** Where students and their parents have their mail. */
const PROVIDERS = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "yahoo.com",
  "yahoo.ca",
  "icloud.com",
  "live.com",
  "qq.com",
  "163.com",
  "student.ubc.ca",
  "mytru.ca",
  "telus.net",
  "shaw.ca",
];

/** The address that was probably meant: "maya@gmial.com" → "maya@gmail.com"; null for most. */
export function likelyEmail(typed: string): string | null {
  const [, name, domain] = /^(\S+)@(\S+\.\S+)$/.exec(typed.trim().toLowerCase()) ?? [];
  if (!name || !domain || PROVIDERS.includes(domain)) return null;
  const meant = PROVIDERS.find((provider) => isOneSlip(domain, provider));
  return meant ? `${name}@${meant}` : null;
}

/** Whether one letter too many, too few or wrong, or two that changed places, explain it. */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === meant[same]) same += 1;
  const [left, right] = [typed.slice(same), meant.slice(same)];
  const swapped = `${left[1] ?? ""}${left[0] ?? ""}${left.slice(2)}`;
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left.length > 1 && swapped === right)
  );
}
