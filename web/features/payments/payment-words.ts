import type { InvoiceShown, Statement } from "@api/commands.types";
import { byUrgency } from "@api/customers/payments";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";

/** What the account comes to, in one sentence. */
export function balanceWords(money: Statement): string {
  if (money.overdue_cents > 0)
    return money.overdue_cents === money.owed_cents
      ? "It is past its due date."
      : `${formatCents(money.overdue_cents)} of it is past its due date.`;
  const { owed, due } = byUrgency(money.invoices);
  if (due) return `Due by ${formatDay(due.due_on, "medium")}.`;
  if (owed.length > 0) return "Nothing is due until we have decided what you disputed.";
  if (money.credit_cents > 0)
    return `You have ${formatCents(money.credit_cents)} of credit: it pays for your next invoice.`;
  return money.invoices.length > 0 ? "Everything is paid." : "You have no invoices yet.";
}

const OVER: readonly unknown[] = ["delivered", "completed", "cancelled"];

/** Whether the booking's plan is history, which no advice changes. */
export const isOver = (money: Pick<Statement, "booking_status">) =>
  OVER.includes(money.booking_status);

/** The amounts that lead from an invoice's lines to what was to be paid; only those that count. */
export function sums(invoice: InvoiceShown): { words: string; cents: number }[] {
  const {
    subtotal_cents,
    tax_cents,
    tax_included_cents,
    deposit_cents,
    credit_cents,
    total_cents,
    owed_cents,
  } = invoice;
  const tax = `${invoice.tax_name} included`;
  const steps = [
    { words: "Subtotal", cents: tax_cents > 0 ? subtotal_cents : 0 },
    { words: invoice.tax_name, cents: tax_cents },
    { words: "Supply kit deposit, counted", cents: deposit_cents },
    { words: "Your credit, used", cents: credit_cents },
    { words: tax_included_cents > 0 ? `Total, ${tax}` : "Total", cents: total_cents },
    {
      words: "Paid or let off since",
      cents: invoice.state === "void" ? 0 : owed_cents - total_cents,
    },
  ];
  return steps.filter(({ words, cents }) => cents !== 0 || words.startsWith("Total"));
}
