import { askQuote, type QuoteAsked } from "@api/bookings/quotes";
import type { Line, Quote } from "@api/commands.types";
import { Refusal } from "@features/customer/booking/refusal";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";

/** What the season comes to for these items, each line with its rule. */
export function SeasonPrice({ asked }: { asked: QuoteAsked | null }) {
  const quote = useQuery({
    queryKey: ["quote", asked],
    queryFn: () => askQuote(asked as QuoteAsked),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    networkMode: "always",
  });
  if (asked === null) return null;
  if (quote.isError) return <Refusal error={quote.error} />;
  return (
    <section
      aria-label="Price of the season"
      aria-busy={quote.isFetching}
      className={cn("grid min-h-32 gap-3 rounded-card bg-mist p-4 sm:p-5")}
    >
      {quote.data ? <Priced quote={quote.data} /> : null}
    </section>
  );
}

function Priced({ quote }: { quote: Quote }) {
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
