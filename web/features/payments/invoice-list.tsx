import type { InvoiceShown, Statement } from "@api/commands.types";
import type { FeeProposal } from "@api/customers/fees";
import { byUrgency, invoicePdf, startCardPayment } from "@api/customers/payments";
import { InvoiceStateBadge } from "@components/invoice-state";
import { Button } from "@components/ui/button";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { questionAddress } from "@lib/site/question-address";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { FeeEvidence } from "./fee-evidence";
import { HowToPay } from "./how-to-pay";
import { sums } from "./payment-words";
import { PdfButton } from "./pdf-button";

interface InvoiceListProps {
  money: Statement;
  card: boolean;
  /** those of one's own that have evidence */
  fees: readonly FeeProposal[];
}

/** Every invoice: those to be paid first, each with the way to pay it; then the settled ones. */
export function InvoiceList({ money, card, fees }: InvoiceListProps) {
  const { owed, settled } = byUrgency(money.invoices);
  return (
    <section aria-labelledby="invoices-title" className="grid gap-4">
      <h2 id="invoices-title" className="text-xl">
        Invoices
      </h2>
      {money.invoices.length === 0 ? (
        <p className="rounded-card border border-dashed border-line-strong px-5 py-6 text-sm text-muted sm:px-6">
          Your first invoice comes after our crew has counted your items at pickup. It is due in 7
          days.
        </p>
      ) : (
        <ol className="grid gap-3">
          {[...owed, ...settled].map((invoice, place) => (
            <InvoiceRow
              key={invoice.id}
              invoice={invoice}
              payTo={money.pay_to}
              card={card}
              fee={fees.find(({ invoice_id }) => invoice_id === invoice.id)}
              first={place === 0}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

interface InvoiceRowProps {
  invoice: InvoiceShown;
  payTo: string;
  card: boolean;
  fee: FeeProposal | undefined;
  /** the one that is due first is open at once */
  first: boolean;
}

function InvoiceRow({ invoice, payTo, card, fee, first }: InvoiceRowProps) {
  const owed = invoice.owed_cents > 0 && invoice.state !== "disputed";
  const [open, setOpen] = useState(first && owed);
  const panelId = useId();
  return (
    <li
      id={invoice.number}
      aria-label={`Invoice ${invoice.number}`}
      className={cn(
        "grid scroll-mt-32 gap-3 rounded-card border bg-sheet p-5 sm:p-6",
        invoice.state === "overdue" ? "border-brick" : "border-line",
      )}
    >
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <p className="font-semibold">{invoice.words}</p>
          <p className="tabular text-xs text-muted">
            {invoice.number}, {formatDay(invoice.issued_on, "medium")}
          </p>
          <p
            className={cn(
              "tabular text-sm",
              invoice.state === "overdue" ? "font-semibold" : "text-muted",
            )}
          >
            {dueWords(invoice)}
          </p>
        </div>
        <div className="grid shrink-0 justify-items-end gap-1">
          <p className={cn("tabular font-semibold", invoice.state === "void" && "line-through")}>
            {formatCents(invoice.owed_cents > 0 ? invoice.owed_cents : invoice.total_cents)}
          </p>
          <InvoiceStateBadge state={invoice.state} />
        </div>
      </div>
      {fee ? <FeeEvidence fee={fee} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          variant="ghost"
          className="-ml-3 px-3"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        >
          {owed ? "How to pay" : "Amounts"}
          <ChevronDown
            aria-hidden="true"
            className={cn("size-5 transition-transform", open && "rotate-180")}
          />
        </Button>
        <Link
          to={questionAddress({ about: "invoice", id: invoice.id, booking: invoice.booking_id })}
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Ask about this
          <span className="sr-only"> invoice, {invoice.number}</span>
        </Link>
        <PdfButton number={invoice.number} read={() => invoicePdf(invoice.id)} />
      </div>
      <div id={panelId} hidden={!open} className="grid gap-4 [&[hidden]]:hidden">
        {owed ? (
          <HowToPay
            invoice={invoice}
            payTo={payTo}
            startCard={card ? (save) => startCardPayment(invoice.id, save) : null}
          />
        ) : null}
        <dl className="grid gap-1.5 text-sm">
          {sums(invoice).map(({ words, cents }) => (
            <div key={words} className="flex justify-between gap-4">
              <dt className="text-muted">{words}</dt>
              <dd className="tabular">{formatCents(cents)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}

function dueWords({ state, due_on, owed_cents, total_cents }: InvoiceShown): string {
  const day = formatDay(due_on, "medium");
  if (state === "disputed") return "You disputed it. Not due until we decide.";
  if (state === "void") return "Cancelled. You owe nothing for it.";
  if (state === "paid") return total_cents === 0 ? "Covered by your credit." : "Paid in full.";
  const rest = owed_cents < total_cents ? ` of ${formatCents(total_cents)}` : "";
  return state === "overdue" ? `Was due ${day}${rest}` : `Due ${day}${rest}`;
}
