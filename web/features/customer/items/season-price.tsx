import { bookingPrice, type PriceAsked } from "@api/bookings/price";
import type { BookingPrice, Line, Quote } from "@api/commands.types";
import { Refusal } from "@features/customer/booking/refusal";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";

export interface SeasonPriceProps {
  asked: PriceAsked | null;
  /** the customer's plan */
  pricing: Quote["pricing"];
}

/**
 * What the season comes to for these items, each line with its rule, and what is not in the total
 * yet (rule: total-before-booking).
 */
export function SeasonPrice({ asked, pricing }: SeasonPriceProps) {
  const price = useQuery({
    queryKey: ["booking-price", asked],
    queryFn: () => bookingPrice(asked as PriceAsked),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    networkMode: "always",
  });
  if (asked === null) return null;
  if (price.isError) return <Refusal error={price.error} />;
  const quote = price.data?.plans.find((one) => one.pricing === pricing)?.quote;
  return (
    <section
      aria-label="Price of the season"
      aria-busy={price.isFetching}
      className={cn("grid min-h-32 gap-3 rounded-card bg-mist p-4 sm:p-5")}
    >
      {price.data && quote ? <Priced quote={quote} unknown={price.data.unknown} /> : null}
    </section>
  );
}

function Priced({ quote, unknown }: { quote: Quote; unknown: BookingPrice["unknown"] }) {
  const until = quote.return_date ?? quote.free_return?.[0];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-semibold" role="status">
          {quote.items} {quote.items === 1 ? "item" : "items"}: {quote.plan}
        </p>
        <p className="tabular font-display text-2xl font-bold">
          {formatCents(quote.monthly.total_cents)}
          <span className="font-sans text-sm font-normal text-muted"> a month with tax</span>
        </p>
      </div>
      <p className="text-muted">
        {formatCents(quote.total_cents)} in all with {quote.tax_name}, {quote.months}{" "}
        {quote.months === 1 ? "month" : "months"}
        {until ? `, back ${formatDay(until, "short")}` : ""}.
      </p>
      {unknown.length > 0 ? (
        <div className="grid gap-1 text-xs">
          <p className="font-semibold">Not included yet</p>
          <ul className="grid list-disc gap-1 pl-4 text-muted">
            {unknown.map(({ code, words }) => (
              <li key={code}>{words}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {quote.one_more ? <p>{quote.one_more.words}</p> : null}
      {quote.cheaper ? <p>{quote.cheaper.words}</p> : null}
      <details className="group">
        <summary className="flex min-h-11 list-none items-center justify-between gap-4 font-semibold [&::-webkit-details-marker]:hidden">
          Each line explained
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 transition-transform group-open:rotate-180"
          />
        </summary>
        <ul className="divide-y divide-line border-y border-line">
          {quote.lines.map((line) => (
            <LineRow key={line.code} line={line} />
          ))}
          <li className="flex justify-between gap-4 py-2.5">
            <span>
              {quote.tax_name} {quote.tax_basis_points / 100}%
            </span>
            <span className="tabular font-semibold">{formatCents(quote.tax_cents)}</span>
          </li>
        </ul>
      </details>
    </>
  );
}

function LineRow({ line }: { line: Line }) {
  return (
    <li className="grid gap-0.5 py-2.5">
      <p className="flex justify-between gap-4">
        <span>{line.words}</span>
        <span className="tabular font-semibold">{formatCents(line.amount_cents)}</span>
      </p>
      <p className="text-xs text-muted">
        {line.rule}
        {line.could_change ? ` ${line.could_change}` : ""}
      </p>
    </li>
  );
}
