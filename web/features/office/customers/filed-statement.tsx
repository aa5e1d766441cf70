import type { FiledStatement as Statement } from "@api/customers/customer-file";
import { Button } from "@components/ui/button";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { useState } from "react";
import { balanceWords } from "./file-words";

/** Lines that stand there at once. */
const FIRST_LINES = 6;

/** What the customer owes and every entry behind it, the latest first. */
export function FiledStatement({ statement }: { statement: Statement | null }) {
  const [all, setAll] = useState(false);
  if (!statement || statement.lines.length === 0)
    return <p className="pt-3 text-sm text-muted">Nothing was charged or paid yet.</p>;
  const { balance_cents, overdue_cents } = statement;
  const lines = statement.lines.toReversed();
  const visibleLines = all ? lines : lines.slice(0, FIRST_LINES);
  return (
    <>
      <p className="tabular pt-3 font-semibold">{balanceWords(balance_cents, overdue_cents)}</p>
      <ol>
        {visibleLines.map((line) => (
          <li
            key={line.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-dashed border-line py-2.5 text-sm"
          >
            <b className="font-semibold wrap-anywhere">{line.words}</b>
            <span className="tabular text-right font-semibold">
              <span className="sr-only">Amount </span>
              {formatCents(line.amount_cents)}
            </span>
            <span className="text-xs text-muted">
              {[formatDay(line.day, "medium"), line.event, line.invoice_number]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <span className="tabular text-right text-xs text-muted">
              Balance {formatCents(line.balance_cents)}
            </span>
          </li>
        ))}
      </ol>
      {visibleLines.length < lines.length ? (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setAll(true)}>
          Show all {lines.length}
        </Button>
      ) : null}
    </>
  );
}
