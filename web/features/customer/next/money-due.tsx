import type { Statement } from "@api/commands.types";
import { byUrgency } from "@api/customers/payments";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";

/** What is owed and until when, with the way to pay it. */
export function MoneyDue({ money }: { money: Statement }) {
  const { due: first } = byUrgency(money.invoices);
  const late = money.overdue_cents > 0;
  return (
    <section
      aria-label="To pay"
      className={cn(
        "flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border bg-sheet p-5 sm:px-6",
        late ? "border-brick" : "border-line",
      )}
    >
      <p className="tabular grid gap-0.5">
        <span className="font-display text-2xl font-bold">
          {formatCents(money.owed_cents)}
          <span className={cn("font-sans text-base font-semibold", late && "text-brick-text")}>
            {first ? ` ${late ? "was due" : "due"} ${formatDay(first.due_on, "short")}` : ""}
          </span>
        </span>
        <span className="text-xs text-muted">With tax. {first?.words}</span>
      </p>
      <Button asChild>
        <PageLink to="/customer-dashboard/payments">Pay {formatCents(money.owed_cents)}</PageLink>
      </Button>
    </section>
  );
}
