import type { BookingPrice, PricedPlan } from "@api/commands.types";
import { Stepper } from "@components/ui/stepper";
import type { Answers, Change } from "@features/booking/answers/answers";
import { formatCents } from "@lib/format/money";
import { money } from "@lib/site/fact-words";
import { MOST_ITEMS, mostProtection } from "@lib/site/item-limits";
import { beforeTax } from "@lib/site/tax-words";
import { ChevronDown } from "lucide-react";
import { RadioGroup } from "radix-ui";
import {
  amountOf,
  chosenPlan,
  type Priced,
  spanWords,
  sumWords,
  untilWords,
} from "./use-season-price";

const PANEL = "booking-price";

interface PriceProps {
  price: Priced;
  answers: Answers;
}

/** The sum in view while the panel below the form is not; a press leads there. */
export function PriceBar({ price, answers }: PriceProps) {
  if (!price) return null;
  return (
    <button
      type="button"
      onClick={() => document.getElementById(PANEL)?.scrollIntoView({ block: "start" })}
      className="-my-1.5 flex min-h-11 w-full items-center justify-between gap-3 text-left md:hidden short:order-2 short:my-0 short:flex short:w-auto short:flex-1"
    >
      <span className="tabular text-sm leading-snug max-[22rem]:text-xs">
        <strong className="font-semibold">
          {sumWords(price, chosenPlan(price, answers.plan))}
        </strong>{" "}
        <span className="text-xs whitespace-nowrap text-muted">{spanWords(price)}</span>
      </span>
      <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </button>
  );
}

/** What the booking comes to with tax, the plan it is for, and what is not in the sum yet. */
export function PricePanel({ price, answers, change }: PriceProps & { change: Change }) {
  if (!price) return null;
  const plan = chosenPlan(price, answers.plan);
  return (
    <section
      id={PANEL}
      aria-labelledby={`${PANEL}-h`}
      className="grid scroll-mt-2 gap-3 rounded-card bg-mist p-4"
    >
      <div className="grid gap-0.5">
        <h3 id={`${PANEL}-h`} className="font-sans text-sm font-semibold tracking-normal">
          Total with tax
        </h3>
        <p aria-live="polite" className="tabular">
          <strong className="text-lg leading-tight font-bold">{sumWords(price, plan)}</strong>
          <span className="block text-xs text-muted">
            {[plan?.name, spanWords(price), untilWords(price)].filter(Boolean).join(", ")}, with{" "}
            {price.tax_name} {price.tax_basis_points / 100}%
          </span>
        </p>
      </div>
      <Stepper
        compact
        label="How many items?"
        {...(answers.items === null ? { hint: "Leave it empty if you don't know yet" } : {})}
        value={answers.items ?? ""}
        least={1}
        most={MOST_ITEMS}
        mayBeEmpty
        onChange={(items) =>
          change({
            items: items || null,
            protection: Math.min(answers.protection, mostProtection(items || 0)),
          })
        }
        className="flex-wrap gap-y-1 border-t border-line"
      />
      {answers.items === null ? null : (
        <Stepper
          compact
          label="Protection, in dollars"
          hint={`${money.insuranceMonthly} a month per ${money.insuranceUnit}. List each item's value after you book.`}
          value={answers.protection}
          most={mostProtection(answers.items)}
          step={100}
          onChange={(protection) => change({ protection: protection || 0 })}
          className="flex-wrap gap-y-1 border-t border-line"
        />
      )}
      <RadioGroup.Root
        aria-label="Plan"
        value={plan?.id ?? ""}
        onValueChange={(id) => change({ plan: id })}
        className="divide-y divide-line border-y border-line"
      >
        {price.plans.map((one) => (
          <Plan key={one.id} plan={one} cheapest={one.id === price.proposed} />
        ))}
      </RadioGroup.Root>
      {plan?.quote ? <Lines plan={plan} price={price} /> : null}
      {price.unknown.length > 0 ? (
        <div className="grid gap-1 text-xs">
          <p className="font-semibold">Not included yet</p>
          <ul className="grid list-disc gap-1 pl-4 text-muted">
            {price.unknown.map(({ code, words }) => (
              <li key={code}>{words}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="text-xs text-muted">
        We count your items at pickup. You sign that count, and it decides the price.
        {price.deposit_cents
          ? ` The ${formatCents(price.deposit_cents)} kit deposit counts towards it.`
          : ""}{" "}
        Nothing is charged now.
      </p>
    </section>
  );
}

function Plan({ plan, cheapest }: { plan: PricedPlan; cheapest: boolean }) {
  const single = plan.pricing === "single_items";
  return (
    <RadioGroup.Item
      value={plan.id}
      className="group/plan flex min-h-12 w-full items-center gap-3 py-1.5 text-left"
    >
      <span className="grid size-5 shrink-0 place-items-center rounded-full border-2 border-line-strong bg-sheet group-data-[state=checked]/plan:border-ink">
        <RadioGroup.Indicator className="size-2.5 rounded-full bg-ink" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="text-sm font-semibold">
          {single ? "Single items" : `${plan.items_range} items`}
          {cheapest ? <span className="font-normal text-muted"> · best price</span> : null}
        </span>
        <span className="tabular text-xs text-muted">
          {`${single ? "" : `${plan.name}, `}${formatCents(plan.monthly.subtotal_cents)} a month ${beforeTax}`}
        </span>
      </span>
      <span className="tabular text-sm">{formatCents(amountOf(plan))}</span>
    </RadioGroup.Item>
  );
}

/** What is in the sum, line by line. */
function Lines({ plan, price }: { plan: PricedPlan; price: BookingPrice }) {
  if (!plan.quote) return null;
  const rows = [
    ...plan.quote.lines.map(({ words, amount_cents }) => ({ words, cents: amount_cents })),
    { words: `${price.tax_name} ${price.tax_basis_points / 100}%`, cents: plan.quote.tax_cents },
  ];
  return (
    <details className="group text-xs">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
        What is included
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <dl className="tabular grid gap-1.5 pb-2">
        {rows.map(({ words, cents }) => (
          <div key={words} className="flex items-baseline justify-between gap-3">
            <dt className="text-muted">{words}</dt>
            <dd>{formatCents(cents)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
