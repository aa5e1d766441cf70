import { centsOf } from "@lib/forms/money-typed";
import Papa from "papaparse";

/** Money that came in, as the server matches it. */
export interface BankLine {
  received_on: string;
  amount_cents: number;
  text: string;
  bank_reference: string | null;
}

/** A bank's file, read. */
export interface BankFile {
  /** what came in, in the file's order */
  lines: BankLine[];
  /** lines with an amount whose day or amount could not be read: nothing is left out unsaid */
  unread: number;
}

const DATE = /date/i;
const CREDIT = /credit|deposit|amount|cad/i;
const DEBIT = /debit|withdraw|balance/i;
const REFERENCE = /reference|transaction (id|number)|ref\b/i;

/**
 * The incoming transfers of a bank's CSV file. Banks name their columns differently:
 * date, amount and reference are found by their headers, all other words are searched for a code.
 * @throws Error with words where it is no such file
 */
export function bankFile(file: string): BankFile {
  const { data, meta } = Papa.parse<Record<string, string>>(file.trim(), {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (header) => header.trim(),
  });
  const headers = meta.fields ?? [];
  const date = headers.find((one) => DATE.test(one));
  const amount = headers.find((one) => CREDIT.test(one) && !DEBIT.test(one));
  const reference = headers.find((one) => REFERENCE.test(one));
  if (!(date && amount)) throw new Error("This file has no columns for a date and an amount.");
  let unread = 0;
  const lines = data.flatMap((row) => {
    const day = dayOf(row[date] ?? "");
    const figure = (row[amount] ?? "").replace(/[$,+\s]/g, "");
    const cents = centsOf(figure);
    if (!(day && cents)) {
      // Empty, nothing, or money that went out: no payment of a customer's.
      if (!/^$|^[-(]|^0*(\.0*)?$/.test(figure)) unread += 1;
      return [];
    }
    const words = headers
      .filter((one) => ![date, amount].includes(one) && !DEBIT.test(one))
      .map((one) => row[one]?.trim());
    return {
      received_on: day,
      amount_cents: cents,
      text: words.filter(Boolean).join(" ").slice(0, 500),
      bank_reference: (reference && row[reference]?.trim()) || null,
    };
  });
  return { lines, unread };
}

/** "2027-04-28", "2027/4/28" and "04/28/2027" as a day; null for anything else. */
function dayOf(text: string): string | null {
  const first = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(text.trim());
  const last = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text.trim());
  const [year, month, day] = first
    ? first.slice(1)
    : last
      ? [last[3], last[1], last[2]]
      : [undefined, "", ""];
  return year ? `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}` : null;
}
