import type { Quote } from "@api/commands.types";
import { askQuote, type QuoteAsked } from "@api/quotes";
import pricing from "@facts/pricing.json";
import { formatCents } from "@lib/money";
import { useQueries } from "@tanstack/react-query";
import { totalAsked } from "./total-asked";
import type { WizardData } from "./wizard-data";

/** What the booking comes to with tax: for the bundle that was chosen, else for each of them. */
export function SeasonTotal({ data, planId }: { data: WizardData; planId: string | undefined }) {
  const chosen = pricing.bundles.filter(({ id }) => id === planId);
  const bundles = chosen.length > 0 ? chosen : pricing.bundles;
  const quotes = useQueries({
    queries: bundles.map((bundle) => {
      const asked = totalAsked(data, bundle.items_max);
      return {
        queryKey: ["quote", asked],
        queryFn: () => askQuote(asked as QuoteAsked),
        enabled: asked !== null,
      };
    }),
  });
  const known = quotes.flatMap(({ data: quote }) => (quote ? [quote] : []));
  const [first] = known;
  // The estimate never stands in the way of a booking: without an answer the words alone stay.
  return (
    <section aria-labelledby="total-title" className="grid gap-3 rounded-card bg-mist p-4 sm:p-5">
      <div className="grid gap-1">
        <h3 id="total-title" className="font-sans text-sm font-semibold tracking-normal">
          Total with tax
        </h3>
        <p className="text-xs text-muted">
          {first
            ? `${first.months} ${first.months === 1 ? "month" : "months"} of storage with ${first.tax_name} ${first.tax_basis_points / 100}%. `
            : ""}
          It depends on how many items we count at pickup: that count decides, and you sign it.
          {data.wantsSupplies
            ? ` The ${formatCents(pricing.supplies_deposit_cents)} deposit of your kit is part of it.`
            : ""}{" "}
          Nothing is charged now.
        </p>
      </div>
      {known.length === bundles.length ? (
        <dl className="divide-y divide-line border-y border-line text-sm">
          {bundles.map((bundle, index) => (
            <Row key={bundle.id} bundle={bundle} quote={known[index]} />
          ))}
        </dl>
      ) : null}
      {first?.lines.some(({ code }) => code === "alternative_delivery_date") ? (
        <p className="text-xs text-muted">
          With {formatCents(pricing.alternative_delivery_date_cents)} for a delivery outside the
          free days.
        </p>
      ) : null}
    </section>
  );
}

function Row({
  bundle,
  quote,
}: {
  bundle: (typeof pricing.bundles)[number];
  quote: Quote | undefined;
}) {
  if (!quote) return null;
  return (
    <div className="tabular flex items-baseline justify-between gap-4 py-2">
      <dt>
        {bundle.items_range} items{" "}
        <span className="text-xs text-muted max-sm:block">
          {bundle.name}, {formatCents(bundle.monthly_cents)} a month
        </span>
      </dt>
      <dd className="font-semibold">{formatCents(quote.total_cents)}</dd>
    </div>
  );
}
