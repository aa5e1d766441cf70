import type { InvoiceShown } from "@api/commands.types";
import { InvoiceStateBadge } from "@components/invoice-state";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { formatDay } from "@lib/format/dates";
import { spacedReference } from "@lib/format/invoice-code";
import { formatCents } from "@lib/format/money";

interface AccountInvoicesProps {
  /** the latest first */
  invoices: readonly InvoiceShown[];
  onRecord: (reference: string) => void;
  /** null: this role may let nothing off */
  onLetOff: ((kind: "waive" | "write_off", invoice: InvoiceShown) => void) | null;
}

/** The invoices of one account, with what may be done about each. */
export function AccountInvoices({ invoices, onRecord, onLetOff }: AccountInvoicesProps) {
  return (
    <section aria-labelledby="account-invoices" className="grid gap-3">
      <h3 id="account-invoices" className="text-lg">
        Invoices
      </h3>
      <ul className="grid gap-2">
        {invoices.map((invoice) => (
          <li
            key={invoice.id}
            aria-label={`Invoice ${invoice.number}`}
            className="grid gap-2 rounded-2xl border border-line bg-mist p-4 text-sm"
          >
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <div className="grid gap-0.5">
                <p className="tabular font-semibold">
                  {invoice.number}, {invoice.words}
                </p>
                <p className="tabular text-xs text-muted">Due {formatDay(invoice.due_on)}</p>
              </div>
              <div className="flex items-center gap-2">
                <Code>{spacedReference(invoice.reference)}</Code>
                <InvoiceStateBadge state={invoice.state} />
              </div>
            </div>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="tabular">
                <b className="font-semibold">{formatCents(invoice.owed_cents)}</b> owed of{" "}
                {formatCents(invoice.total_cents)}
              </p>
              <div className="flex flex-wrap gap-1.5">
                {invoice.owed_cents > 0 ? (
                  <Button variant="secondary" size="sm" onClick={() => onRecord(invoice.reference)}>
                    Record
                  </Button>
                ) : null}
                {onLetOff && invoice.state !== "void" && invoice.owed_cents > 0 ? (
                  <Button variant="secondary" size="sm" onClick={() => onLetOff("waive", invoice)}>
                    Waive
                  </Button>
                ) : null}
                {onLetOff && invoice.owed_cents > 0 ? (
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => onLetOff("write_off", invoice)}
                  >
                    Write off
                  </Button>
                ) : null}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
