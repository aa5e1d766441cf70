import type { InvoiceQuery } from "@api/customers/payments";
import { idOf, pageOf } from "@lib/lists/url-state";

export type Show = InvoiceQuery["show"];

/** Which invoices are shown, in the order of the filter. */
export const SHOW_CHOICES: readonly { value: Show; label: string }[] = [
  { value: "open", label: "Open" },
  { value: "overdue", label: "Overdue" },
  { value: "all", label: "All" },
];

/** What the address says: the filter, the search, the page, and the account that is open. */
export function paymentsView(params: URLSearchParams): {
  query: InvoiceQuery;
  account: string | null;
} {
  const show = SHOW_CHOICES.find(({ value }) => value === params.get("show"))?.value ?? "open";
  const search = (params.get("q") ?? "").trim().slice(0, 100);
  return { query: { show, search, page: pageOf(params) }, account: idOf(params, "invoice") };
}
