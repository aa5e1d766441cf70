/** More words than this narrow nothing down any more, and each one is a scan. */
const MAX_WORDS = 6;
const MAX_LENGTH = 100;

/** Fewer letters and digits find nothing by words. */
const WORD = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;

/** The operator that finds words as they were typed, in any spelling. */
export const WORDS = "plfts";

/** How rows are looked for: by words, or by filters that all must hold. */
export interface Search {
  words: string | null;
  filters: readonly string[];
}

const PHONE = /^\+?[\p{Nd}\s().\p{Pd}/]{4,}(?:\s*(?:ext\.?|x)\s*\p{Nd}{1,6})?$/u;
const LINK = /^(?:tel|sms|callto):/i;
const CUSTOMER_ID = /^ss-?[a-z0-9]{2,}$/i;
const BOOKING_CODE = /^(?=.*\d)[0-9a-f]{4}[- ]?[0-9a-f]{4}$/i;

/** Whether this is a phone number or a code, in any spelling: those the server's search reads. */
export function isCode(text: string): boolean {
  const typed = text.normalize("NFKC").trim().replace(LINK, "");
  if (PHONE.test(typed)) return typed.replace(/\P{Nd}/gu, "").length >= 4;
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

/**
 * The matches of `ask` by the beginnings of words or, without any, by text anywhere in the columns:
 * that compares every row, and takes the server ten times as long.
 */
export async function byWordsFirst<Page extends { count: number }>(
  text: string,
  columns: readonly string[],
  ask: (search: Search, from: number) => Promise<Page>,
  from = 0,
): Promise<Page> {
  const words = text.slice(0, MAX_LENGTH).trim();
  if (WORD.test(words)) {
    const search = { words, filters: [] };
    const page = await ask(search, from);
    // Past the last page there is nothing either.
    if (page.count > 0 || (from > 0 && (await ask(search, 0)).count > 0)) return page;
  }
  return ask({ words: null, filters: searchFilters(text, columns) }, from);
}

/** What was typed stands for itself: `%`, `_` and `\` lose their meaning; `*` cannot, and is any one character. */
function literal(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_");
}

/** Double quotes keep commas, dots and parentheses from being read as grammar. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
