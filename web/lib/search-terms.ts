/** More words than this narrow nothing down any more, and each one is a scan. */
const MAX_WORDS = 6;
const MAX_LENGTH = 100;

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
