import type { Scope } from "@api/connections";

/** What a key may do, in the words of the office. */
export const SCOPES: readonly { value: Scope; label: string; words: string }[] = [
  { value: "bookings:read", label: "Read bookings", words: "Dates, addresses, names and phones." },
  { value: "customers:read", label: "Read customers", words: "Names, emails and customer IDs." },
  { value: "items:read", label: "Read items", words: "What is stored, and what happened to it." },
  { value: "visits:read", label: "Read pickups and runs", words: "Stops, runs and counts." },
  {
    value: "money:read",
    label: "Read money",
    words: "Invoices with their payers, payments, the ledger.",
  },
  { value: "claims:read", label: "Read claims", words: "Claims and their decisions." },
  { value: "payments:write", label: "Record payments", words: "e-Transfers, by their reference." },
];

export function scopeWords(scopes: readonly string[]): string {
  return SCOPES.filter(({ value }) => scopes.includes(value))
    .map(({ label }) => label)
    .join(", ");
}
