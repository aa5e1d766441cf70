import type { Quote } from "@api/commands.types";
import { type ApiError, toApiError } from "@api/errors";
import { BookNow } from "@components/site/book-now";
import { Button } from "@components/ui/button";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { Spinner } from "@components/ui/spinner";
import { cn } from "@lib/cn";
import { formatCents } from "@lib/format/money";
import { pricing } from "@lib/site/published";
import { PiggyBank } from "lucide-react";
import { type EstimateState, toLink } from "./estimate-state";
import { QuoteLines } from "./quote-lines";
import { ShareEstimate } from "./share-estimate";

export interface EstimatePriceProps {
  state: EstimateState;
  change: (part: Partial<EstimateState>) => void;
  quote: Quote | undefined;
  waiting: boolean;
  error: unknown;
  retry: () => void;
  incomplete: boolean;
}

/** The price as a label: the sum, the cheaper way, each line, what one item more does. */
export function EstimatePrice(props: EstimatePriceProps) {
  const { state, change, quote, waiting, error, retry, incomplete } = props;
  const refused: ApiError | null = error ? toApiError(error) : null;
  return (
    <section
      id="estimate-price"
      aria-label="Your estimate"
      aria-busy={waiting}
      className="rounded-card border border-line bg-sheet lg:sticky lg:top-24"
    >
      {incomplete ? (
        <p className="p-6 text-muted">
          {state.items === "" ? "Enter how many items you have." : "Choose your pickup date."} Then
          you see the price here.
        </p>
      ) : refused ? (
        <div className="p-5">
          {refused.unreachable ? (
            <ServerUnreachable />
          ) : (
            <ErrorState title="No price for this" onRetry={retry} retrying={waiting}>
              {refused.message}
            </ErrorState>
          )}
        </div>
      ) : quote ? (
        <div className={cn("transition-opacity", waiting && "opacity-60")}>
          <Sum quote={quote} waiting={waiting} />
          {quote.cheaper ? (
            <div className="flex flex-wrap items-center gap-3 border-t border-line bg-tape-soft px-5 py-4 sm:px-6">
              <PiggyBank aria-hidden="true" className="size-6 shrink-0" />
              <p className="min-w-52 flex-1 text-sm">
                <span className="font-semibold">{quote.cheaper.words}</span> You would save{" "}
                {formatCents(quote.cheaper.saves_cents)}.
              </p>
              <Button
                variant="secondary"
                size="sm"
                onClick={() => quote.cheaper && change({ pricing: quote.cheaper.pricing })}
              >
                {quote.cheaper.pricing === "bundle" ? "Use the bundle" : "Use single items"}
              </Button>
            </div>
          ) : null}
          <QuoteLines quote={quote} />
          {quote.one_more ? (
            <p className="border-t border-line px-5 py-4 text-sm text-muted sm:px-6">
              {quote.one_more.words}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-3 border-t border-line px-5 py-5 sm:px-6">
            <BookNow start={start(state)} />
            <ShareEstimate query={toLink(state).toString()} />
          </div>
        </div>
      ) : (
        <div className="grid gap-4 p-6">
          <Skeleton className="h-14 w-40" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      )}
    </section>
  );
}

function Sum({ quote, waiting }: { quote: Quote; waiting: boolean }) {
  const months = quote.months === 1 ? "1 month" : `${quote.months} months`;
  return (
    <div className="px-5 py-5 sm:px-6">
      <p className="flex items-center gap-2 text-sm font-semibold text-muted">
        {`${quote.plan}, ${months}`}
        {waiting ? <Spinner /> : null}
      </p>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3" aria-live="polite">
        <span className="tabular font-display text-5xl font-bold tracking-tight">
          {formatCents(quote.total_cents)}
        </span>
        <span className="text-sm text-muted">
          {`for the whole season, including ${quote.tax_name}`}
        </span>
      </p>
      <p className="tabular mt-3 text-sm">
        <span className="font-semibold">{formatCents(quote.monthly.total_cents)}</span>{" "}
        {`a month, including ${formatCents(quote.monthly.tax_cents)} ${quote.tax_name}`}
      </p>
      {quote.shares ? (
        <p className="tabular mt-2 text-sm">
          Shared by {quote.shares.people}:{" "}
          <span className="font-semibold">{shared(quote.shares.total_cents)}</span> for the season,{" "}
          {shared(quote.shares.monthly_cents)} a month.
        </p>
      ) : null}
    </div>
  );
}

/** "$35 each", or "2 pay $33.34, 1 pays $33.33" where a cent does not divide. */
function shared(cents: readonly number[]): string {
  const [most, least] = [cents[0] ?? 0, cents.at(-1) ?? 0];
  if (most === least) return `${formatCents(most)} each`;
  const many = cents.filter((one) => one === most).length;
  const few = cents.length - many;
  const pay = (count: number) => `${count} ${count === 1 ? "pays" : "pay"}`;
  return `${pay(many)} ${formatCents(most)}, ${pay(few)} ${formatCents(least)}`;
}

/** What is entered, whose price may still be on its way. */
function start(state: EstimateState) {
  const items = state.items || 0;
  const plan = pricing.bundles.find(({ items_max }) => items <= items_max);
  const planId = state.pricing === "single_items" ? state.pricing : plan?.id;
  return {
    ...(planId ? { planId } : {}),
    ...(state.by === "dates" && state.pickup
      ? { pickupDate: state.pickup, ...(state.back ? { returnDate: state.back } : {}) }
      : { months: state.months }),
    items,
    kit: state.kit,
    protection: state.value,
    miles: state.miles,
    ...(state.friends > 1 ? { split: true } : {}),
  };
}
