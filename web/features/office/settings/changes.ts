import { formatDay, parseDay } from "@lib/format/dates";

/** A value that a draft changes, in the words of the form; "" where there is none. */
export interface Change {
  label: string;
  before: string;
  after: string;
}

/** What differs between two documents of a section, in the order of the fields. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  labelOf: (path: string) => string,
): Change[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...is.keys(), ...was.keys()])]
    .filter((path) => (was.get(path) ?? "") !== (is.get(path) ?? ""))
    .map((path) => ({
      label: labelOf(path),
      before: was.get(path) ?? "",
      after: is.get(path) ?? "",
    }));
}

/** The values of a document by their paths, such as `address.city` and `social.0.url`. */
function valuesOf(value: unknown, path = "", values = new Map<string, string>()) {
  if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value))
      valuesOf(inner, path ? `${path}.${key}` : key, values);
  } else values.set(path, wordsOf(value));
  return values;
}

function wordsOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value ?? "");
  return parseDay(text) ? formatDay(text) : text;
}
