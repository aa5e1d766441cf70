/**
 * A phone number as typed, in E.164 ("+16045550139"): ten digits are Canadian, others name their
 * country with "+" or "00". undefined when it is no number.
 */
function e164Of(typed: string): string | undefined {
  const digits = typed.replace(/\D/g, "");
  const international = /^\s*(\+|00)/.test(typed);
  if (!international && digits.length === 10) return `+1${digits}`;
  if (!international && !(digits.length === 11 && digits.startsWith("1"))) return undefined;
  const number = typed.trim().startsWith("00") ? digits.slice(2) : digits;
  return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : undefined;
}

/** "16045550139" → "+1 604 555 0139"; other countries' numbers ungrouped. */
export function formatPhone(digits: string): string {
  const match = /^\+?1(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return match ? `+1 ${match.slice(1).join(" ")}` : `+${digits.replace(/^\+/, "")}`;
}

/** A stored number as every screen writes it: grouped where it can be read, else as it was typed. */
export function writtenPhone(stored: string): string {
  const number = e164Of(stored);
  return number ? formatPhone(number) : stored;
}

/** A number to dial: digits and a leading plus. */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/(?!^\+)\D/g, "")}`;
}
