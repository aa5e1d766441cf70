import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import type { ReactNode } from "react";

/** A line of a ledger, in cents; `term` is empty where it has none. */
export interface StatementLine {
  id: string;
  day: string;
  event: string;
  words: string;
  term: string;
  amount_cents: number;
  balance_cents: number;
  invoice_number: string | null;
  disputed: boolean;
  /** a payment that was taken back */
  reversed: boolean;
}

interface StatementLinesProps<Of extends StatementLine> {
  lines: readonly Of[];
  /** whose credit a balance below zero is, as the reader calls them */
  whose: "your" | "the customer's";
  /** what may be done about a line, drawn below its words */
  actionOf?: (line: Of) => ReactNode;
}

/** Every charge, payment and credit, the latest first, each with its event and its term. */
export function StatementLines<Of extends StatementLine>({
  lines,
  whose,
  actionOf,
}: StatementLinesProps<Of>) {
  return (
    <section aria-labelledby="statement-title" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="statement-title" className="text-xl">
          Statement
        </h2>
        <p className="text-sm text-muted">
          Canadian dollars. A balance below zero is {whose} credit.
        </p>
      </div>
      {lines.length === 0 ? (
        <p className="rounded-card border border-dashed border-line-strong px-5 py-6 text-sm text-muted sm:px-6">
          Nothing was charged or paid yet.
        </p>
      ) : (
        <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-sheet">
          {lines.toReversed().map((line) => (
            <Line key={line.id} line={line} action={actionOf?.(line)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Line({ line, action }: { line: StatementLine; action: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-5 py-3.5 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:px-6">
      <p className="tabular text-xs text-muted max-sm:col-span-2 sm:pt-0.5">
        {formatDay(line.day, "medium")}
        {line.invoice_number ? <span className="sm:block"> {line.invoice_number}</span> : null}
      </p>
      <div className="grid content-start gap-0.5">
        <p className="font-semibold wrap-anywhere">{line.words}</p>
        <p className="text-sm text-muted">{line.event}</p>
        {line.reversed ? <p className="text-sm font-semibold">Taken back.</p> : null}
        {line.disputed ? (
          <p className="text-sm font-semibold">Disputed: not due until we decide.</p>
        ) : null}
        {line.term ? <p className="max-w-[64ch] text-xs text-muted">{line.term}</p> : null}
        {action}
      </div>
      <p className="tabular grid content-start justify-items-end">
        <b className="font-semibold">
          <span className="sr-only">Amount </span>
          {formatCents(line.amount_cents)}
        </b>
        <span className="text-xs text-muted">Balance {formatCents(line.balance_cents)}</span>
      </p>
    </li>
  );
}
