/** More words than this narrow nothing down any more, and each one is a scan. */
const MAX_WORDS = 6;
const MAX_LENGTH = 100;

const PHONE = /^\+?[\d\s().-]{4,}$/;
const CUSTOMER_ID = /^ss-?[a-z0-9]{2,}$/i;
const BOOKING_CODE = /^(?=.*\d)[0-9a-f]{4}[- ]?[0-9a-f]{4}$/i;

/** Whether this is a phone number or a code, in any spelling: those the server's search reads. */
export function isCode(text: string): boolean {
  const typed = text.trim();
  if (PHONE.test(typed)) return typed.replace(/\D/g, "").length >= 4;
  return CUSTOMER_ID.test(typed) || BOOKING_CODE.test(typed);
}

/**
 * One filter for `or=(…)` a word: the word stands anywhere in one of the columns.
 * All filters must hold, so "ana lee" finds Ana Lee by first and last name.
 */
export function searchFilters(text: string, columns: readonly string[]): string[] {
  const words = text.slice(0, MAX_LENGTH).trim().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => {
    const pattern = quoted(`*${literal(word)}*`);
    return columns.map((column) => `${column}.ilike.${pattern}`).join(",");
  });
}

/** What was typed stands for itself: `%`, `_` and `\` lose their meaning; `*` cannot, and is any one character. */
function literal(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_");
}

/** Double quotes keep commas, dots and parentheses from being read as grammar. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
