import type { Statement } from "@api/commands.types";
import { byUrgency } from "@api/customers/payments";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { cn } from "@lib/cn";
import { formatCents } from "@lib/format/money";
import { balanceWords } from "./payment-words";

/** What is to be paid now, in one figure. */
export function BalanceCard({ money }: { money: Statement }) {
  const late = money.overdue_cents > 0;
  const { due: first } = byUrgency(money.invoices);
  return (
    <Card className="grid content-start gap-2">
      <CardTitle>To pay</CardTitle>
      <p className="tabular font-display text-4xl font-bold">{formatCents(money.owed_cents)}</p>
      <p className={cn(late ? "font-semibold text-brick-text" : "text-muted")}>
        {balanceWords(money)}
      </p>
      {first ? (
        <Button asChild className="mt-2 w-fit">
          <a href={`#${first.number}`}>Pay {formatCents(first.owed_cents)}</a>
        </Button>
      ) : null}
      {money.owed_cents > 0 && money.credit_cents > 0 ? (
        <p className="text-sm text-muted">
          You have {formatCents(money.credit_cents)} of credit as well.
        </p>
      ) : null}
    </Card>
  );
}
