import letters from "@facts/letters.json";

/** Accents that are typed for an apostrophe: decomposed, they would become a space and a mark. */
const ACCENTS = new RegExp(`[${letters.accents}]`, "g");
const MARKS = new RegExp(`[${letters.marks}]`, "g");
const TABLE = new Map<string, string>([
  ...each(letters.apostrophes, () => "'"),
  ...each(letters.hyphens, () => "-"),
  ...each(letters.spaces, () => " "),
  ...each(letters.invisible, () => ""),
  ...each(letters.capitals, at(letters.small)),
  ...each(letters.letters, at(letters.plain)),
  ...Object.entries(letters.several),
]);

/**
 * Small letters without marks, with one kind of apostrophe, hyphen and digit, as the server folds
 * names (rule: folded-names).
 */
export function fold(text: string): string {
  const decomposed = text.replace(ACCENTS, "'").normalize("NFKD");
  return [...decomposed]
    .map((letter) => TABLE.get(letter) ?? letter)
    .join("")
    .replace(MARKS, "")
    .normalize("NFC");
}

/** The key by which names are equal: `O’Brien` is `obrien`, `Jean-Luc` is `jean luc`. */
export function nameKey(name: string): string {
  return fold(name)
    .replace(/'/g, "")
    .replace(/[\0-/:-@[-`{-\u009f]+/g, " ")
    .trim();
}

/** Whether every word that was typed stands somewhere in the text. */
export function holdsWords(text: string, typed: string): boolean {
  const key = nameKey(text);
  const joined = key.replaceAll(" ", "");
  return nameKey(typed)
    .split(" ")
    .every((word) => key.includes(word) || joined.includes(word));
}

function each(text: string, value: (index: number) => string): [string, string][] {
  return [...text].map((letter, index) => [letter, value(index)]);
}

function at(text: string): (index: number) => string {
  const letters = [...text];
  return (index) => letters[index] ?? "";
}
