import type { Line, Quote } from "@api/commands.types";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { ChevronDown } from "lucide-react";

const row = "flex items-baseline justify-between gap-4";
const opening =
  "flex min-h-11 list-none items-center justify-between gap-4 py-2 [&::-webkit-details-marker]:hidden";

/** Every line with its rule behind a tap, the sums, and what falls due when. */
export function QuoteLines({ quote }: { quote: Quote }) {
  return (
    <div className="border-t border-dashed border-line-strong px-5 py-3 text-sm sm:px-6">
      <ul>
        {quote.lines.map((line, index) => (
          // Lines have no identity of their own: heavy boxes may stand twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is all they have
          <li key={`${line.code}-${index}`} className="border-b border-line">
            <LineRow line={line} />
          </li>
        ))}
      </ul>
      <dl className="tabular grid gap-1.5 py-3">
        <div className={row}>
          <dt className="text-muted">Subtotal</dt>
          <dd>{formatCents(quote.subtotal_cents)}</dd>
        </div>
        <div className={row}>
          <dt className="text-muted">
            {quote.tax_name} {quote.tax_basis_points / 100}%
          </dt>
          <dd>{formatCents(quote.tax_cents)}</dd>
        </div>
        <div className={`${row} text-base font-bold`}>
          <dt>Total</dt>
          <dd>{formatCents(quote.total_cents)}</dd>
        </div>
      </dl>
      <details className="group border-t border-line">
        <summary className={`${opening} font-semibold`}>
          When you pay what
          <Arrow />
        </summary>
        <ol className="tabular grid gap-1.5 pb-4 text-muted">
          {quote.invoices.map((invoice) => (
            <li key={invoice.words} className={row}>
              <span>
                {invoice.words}
                {invoice.due ? `, ${formatDay(invoice.due, "short")}` : ""}
              </span>
              <span className="text-ink">{formatCents(invoice.total_cents)}</span>
            </li>
          ))}
          {quote.credit_left_cents ? (
            <li className={row}>
              <span>Stays on your account as credit</span>
              <span className="text-ink">{formatCents(-quote.credit_left_cents)}</span>
            </li>
          ) : null}
        </ol>
      </details>
    </div>
  );
}

function LineRow({ line }: { line: Line }) {
  return (
    <details className="group">
      <summary className={opening}>
        <span className="flex items-center gap-2">
          <Arrow />
          {line.words}
        </span>
        <span className="tabular font-semibold">{formatCents(line.amount_cents)}</span>
      </summary>
      <div className="grid gap-1.5 pb-4 pl-6 text-xs text-muted">
        {line.quantity === 1 ? null : (
          <p className="tabular">
            {line.quantity} × {formatCents(line.unit_cents)}
          </p>
        )}
        <p>{line.rule}</p>
        {line.could_change ? (
          <p>
            <span className="font-semibold text-ink">What could change it:</span>{" "}
            {line.could_change}
          </p>
        ) : null}
      </div>
    </details>
  );
}

function Arrow() {
  return (
    <ChevronDown
      aria-hidden="true"
      className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
    />
  );
}
