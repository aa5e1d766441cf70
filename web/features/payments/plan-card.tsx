import type { Statement } from "@api/commands.types";
import { PageLink } from "@components/site/page-link";
import { Button } from "@components/ui/button";
import { Card, CardTitle } from "@components/ui/card";
import { formatDay } from "@lib/format/dates";
import { itemsWords } from "@lib/format/items-words";
import { formatCents } from "@lib/format/money";
import { PackagePlus, PiggyBank } from "lucide-react";
import type { ReactNode } from "react";
import { isOver } from "./payment-words";
import { PlanChoice } from "./plan-choice";

const NO_ADVICE = { one_more: null, cheaper: null };

/** The plan for the items, what one more would do, and what would cost less. */
export function PlanCard({ money }: { money: Statement }) {
  const { plan } = money;
  const over = isOver(money);
  const { one_more, cheaper } = over ? NO_ADVICE : money;
  return (
    <Card className="grid content-start gap-4">
      <CardTitle>Your plan</CardTitle>
      {plan ? (
        <>
          <div className="grid gap-1">
            <p className="font-display text-2xl font-bold">{plan.name}</p>
            <p className="tabular">
              <b className="font-semibold">{formatCents(plan.monthly.total_cents)} a month</b>
              <span className="text-muted"> with tax</span>
            </p>
            {plan.people > 1 ? (
              <p className="tabular">
                Shared by {plan.people}: you pay{" "}
                <b className="font-semibold">{formatCents(plan.own.total_cents)}</b> with tax.
              </p>
            ) : null}
            <p className="text-sm text-muted">
              {plan.items === 1 ? "1 item" : `${plan.items} items`}, {itemsWords(plan)}.
              {plan.counted || over ? "" : " Our crew's count at pickup is final."}
              {plan.next_on ? ` Next month begins ${formatDay(plan.next_on, "medium")}.` : ""}
            </p>
          </div>
          {money.booking_id && money.options.length > 0 ? (
            <PlanChoice
              key={plan.pricing}
              bookingId={money.booking_id}
              now={plan.pricing}
              options={money.options}
            />
          ) : null}
          {one_more || cheaper ? (
            <ul className="grid gap-3 border-t border-dashed border-line pt-4 text-sm">
              {one_more ? (
                <Hint icon={<PackagePlus aria-hidden="true" className="size-5" />}>
                  {one_more.words}
                </Hint>
              ) : null}
              {cheaper ? (
                <Hint icon={<PiggyBank aria-hidden="true" className="size-5" />}>
                  {cheaper.words}
                </Hint>
              ) : null}
            </ul>
          ) : null}
        </>
      ) : money.booking_id === null && money.invoices.length > 0 ? (
        <>
          <p className="text-sm text-muted">You pay your share of a friend's bundle.</p>
          <Button asChild variant="secondary" className="w-fit">
            <PageLink to="/customer-dashboard/friends">See who shares it</PageLink>
          </Button>
        </>
      ) : (
        <>
          <p className="text-sm text-muted">
            {money.booking_status === "cancelled"
              ? "This booking is cancelled, so it has no plan."
              : "It follows the number of your items. List them under My Storage to see it here."}
          </p>
          <Button asChild variant="secondary" className="w-fit">
            <PageLink to="/pricing">See all plans</PageLink>
          </Button>
        </>
      )}
    </Card>
  );
}

function Hint({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 [&>svg]:shrink-0 [&>svg]:text-pine">
      {icon}
      <span>{children}</span>
    </li>
  );
}
