import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Closes a run of tests with why each failed: a record of a run may keep only its last lines. */

/** A test that failed, or `title` alone for what failed outside of any. */
export interface Failed {
  /** "booking/book.spec.ts:31 a parent books for a student" */
  title: string;
  errors: readonly { message?: string | undefined; stack?: string | undefined }[];
}

/** What such a record has room for, beside what comes after. */
const LINES = 20;
const WIDTH = 160;

/** Prints them, few with more lines each than many. Files are named from `root` on. */
export function tellWhy(root: string, failed: readonly Failed[]): void {
  if (failed.length === 0) return;
  const each = Math.max(3, Math.floor(LINES / failed.length));
  const lines = failed.flatMap(({ title, errors }) =>
    [`✘ ${title}`, ...steps(root, errors), ...said(errors)].slice(0, each),
  );
  process.stdout.write(
    `\nWhy (${failed.length}):\n${lines.map((line) => `${line.slice(0, WIDTH)}\n`).join("")}`,
  );
}

/** "at booking/wizard.ts:60, booking/book.spec.ts:31": from the failed step out to the test. */
function steps(root: string, errors: Failed["errors"]): string[] {
  const places = errors.flatMap(({ stack = "" }) =>
    [...stripVTControlCharacters(stack).matchAll(/^ +at .*?(\/[^()]*):(\d+):\d+\)?$/gm)].map(
      ([, file = "", line]) => `${path.relative(root, file)}:${line}`,
    ),
  );
  const ours = places.filter((place) => !/^\.\.|node_modules/.test(place));
  return ours.length > 0 ? [`    at ${[...new Set(ours)].join(", ")}`] : [];
}

/** The lines that are not empty of each error; of the log of its attempts the first, what it awaits. */
function said(errors: Failed["errors"]): string[] {
  return errors.flatMap(({ message = "" }) =>
    stripVTControlCharacters(message)
      .replace(/\n\s*Call log:\s*?(\n.*)?[\s\S]*/i, "$1")
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.startsWith("Timeout:"))
      .map((line) => `    ${line.trimEnd()}`),
  );
}
