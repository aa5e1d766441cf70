import type { OwedInvoice } from "@api/commands.types";
import { SearchBox } from "@components/lists/search-box";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { useState } from "react";
import type { BankRow } from "./bank-rows";
import { useInvoices } from "./payments-query";

interface InvoicePickerProps {
  row: BankRow;
  onChoose: (invoice: OwedInvoice) => void;
  onClose: () => void;
}

/** All open invoices of a transfer's amount, the nearest name first, and a search for any other. */
export function InvoicePicker({ row, onChoose, onClose }: InvoicePickerProps) {
  const { line, match } = row;
  const [search, setSearch] = useState("");
  const invoices = useInvoices({ show: "open", search, page: 1 }, search !== "");
  const searched = search ? (invoices.data?.rows ?? []) : null;
  const offered = searched ?? match.offered;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Choose an invoice"
        description={`${formatCents(line.amount_cents)} of ${formatDay(line.received_on, "medium")}: ${line.text}`}
        footer={
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <div className="grid gap-4">
          <SearchBox
            label="Search name, number, code or amount"
            value={search}
            onSearch={setSearch}
          />
          <p role="status" className="text-sm text-muted">
            {search
              ? offered.length === 0 && !invoices.isFetching
                ? "No open invoice matches this search."
                : "Open invoices that match."
              : offered.length === 0
                ? "No open invoice of this amount. Search for another one."
                : `${offered.length} open of this amount, the nearest name first.`}
          </p>
          <ul aria-label="Invoices" className="grid gap-2">
            {offered.map((invoice) => (
              <li key={invoice.id}>
                <button
                  type="button"
                  onClick={() => onChoose(invoice)}
                  className="grid min-h-11 w-full gap-0.5 rounded-2xl border border-line bg-sheet px-4 py-2 text-left text-sm hover:border-line-strong"
                >
                  <b className="font-semibold wrap-anywhere">{invoice.name}</b>
                  <span className="tabular text-xs text-muted">
                    {invoice.number}, {formatCents(invoice.owed_cents)} owed, due{" "}
                    {formatDay(invoice.due_on, "medium")}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </DialogContent>
    </Dialog>
  );
}
