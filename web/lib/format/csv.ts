/** A column of a CSV file: its name, and what stands under it. */
export interface CsvColumn<Row> {
  header: string;
  cell: (row: Row) => string | number | null | undefined;
}

/**
 * The rows as CSV (RFC 4180, UTF-8 with a mark that spreadsheets read). Cells that a spreadsheet
 * would run as a formula are led by an apostrophe, so that it shows them as they are; phone numbers
 * and plain numbers are none (rule: csv-export).
 */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return `\uFEFF${lines.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
}

/** Signs that begin a formula, also behind blanks; tabs and line ends can start one in a new cell. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** `+1 604 555 0100` and `-12.50`; with hyphens or brackets a spreadsheet would calculate. */
const NUMBER = /^(?:\+\d{1,3}(?: \d{1,12}){1,6}|[+-]?\d{1,15}(?:\.\d{1,9})?)$/;
const QUOTED = /[",\r\n\t;]|^\s|\s$/;

function csvCell(value: string | number | null | undefined): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands the text to the browser as a file to keep. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers read the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
