import { formatCents } from "@lib/format/money";

/** What becomes of an amount that came in for an invoice. */
export function matchWords(owed: number, cents: number | null): string {
  if (cents === null) return `${formatCents(owed)} is owed.`;
  if (cents > owed)
    return `${formatCents(cents - owed)} more than is owed: it settles other invoices or becomes credit.`;
  if (cents < owed) return `${formatCents(owed - cents)} stays owed.`;
  return "Just what is owed.";
}

/** An invoice's code as it stands in a transfer's message: "abcd-2345" → "ABCD2345". */
export function codeOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
