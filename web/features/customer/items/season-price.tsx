import { bookingQuote, bookingQuoteKey } from "@api/bookings/booking-quote";
import type { BookingQuote, Line, Quote } from "@api/commands.types";
import { Refusal } from "@features/customer/booking/refusal";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { untilReachable } from "@lib/lists/list-query";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";

/** The quote of a booking as it is now. */
export function useBookingQuote(bookingId: string) {
  return useQuery({
    queryKey: bookingQuoteKey(bookingId),
    queryFn: () => bookingQuote(bookingId),
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
}

/**
 * What the season comes to for the items of a booking, each line with its rule, and what is not in
 * the total yet (rule: total-before-booking). Nothing while no items are expected.
 */
export function SeasonPrice({ bookingId }: { bookingId: string }) {
  const price = useBookingQuote(bookingId);
  if (price.isError) return <Refusal error={price.error} />;
  if (price.data && !price.data.plan) return null;
  const quote = price.data?.plan?.quote;
  return (
    <section
      aria-label="Price of the season"
      aria-busy={price.isFetching}
      className="grid min-h-32 gap-3 rounded-card bg-mist p-4 sm:p-5"
    >
      {price.data && quote ? <QuoteOfSeason now={price.data} quote={quote} /> : null}
    </section>
  );
}

/** A quote in full: its sum, what is not in it yet, and each line with its rule. */
export function QuoteOfSeason({ now, quote }: { now: BookingQuote; quote: Quote }) {
  const until = quote.return_date ?? quote.free_return?.[0];
  const { unknown, people } = now;
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
        {people > 1 ? ` ${people} people share the bundle.` : ""}
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
