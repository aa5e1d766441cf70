/** As summerstow/warehouse/codes.py: without 0 O 1 I L U, which are misread. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
/** The least prime above the alphabet. */
const PRIME = 31;
const WEIGHTS = [6, 5, 4, 3, 2];
const WRITTEN = new RegExp(`^(?:SS)?([${ALPHABET}]{5})([${ALPHABET}])$`);
const BETWEEN = /[\s\-\u2010-\u2015]/g;
/** As summerstow/warehouse/shelves.py: site, bay and shelf. */
const SHELF = /^[A-Z]{1,3}-\d{2}-\d{1,2}$/;

/**
 * The label code that a scan or a person says, in its one spelling; null where it is none. Case,
 * spaces and hyphens do not matter, and `SS` may be left out.
 */
export function labelCode(written: string): string | null {
  const [, body, check] = WRITTEN.exec(written.replace(BETWEEN, "").toUpperCase()) ?? [];
  if (!(body && check)) return null;
  const total = [...body].reduce(
    (sum, one, place) => sum + (WEIGHTS[place] ?? 0) * ALPHABET.indexOf(one),
    0,
  );
  const value = (PRIME - (total % PRIME)) % PRIME;
  return ALPHABET[value] === check ? `SS-${body}-${check}` : null;
}

/** The code of a shelf as its label says it, `V-03-2`; null where it is none. */
export function shelfCode(written: string): string | null {
  const code = written.trim().toUpperCase();
  return SHELF.test(code) ? code : null;
}
