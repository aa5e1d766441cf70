import { bookingPrice } from "@api/bookings/price";
import type { BookingPrice, DateConflict, PricedPlan } from "@api/commands.types";
import type { Answers } from "@features/booking/answers/answers";
import { formatCents } from "@lib/format/money";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { priceAsked } from "./price-asked";

export type Priced = BookingPrice | undefined;

/** What the answers so far come to, by the server; it never stands in the way of a booking. */
export function useSeasonPrice(answers: Answers): Priced {
  const asked = priceAsked(answers);
  return useQuery({
    queryKey: ["booking-price", asked],
    queryFn: () => bookingPrice(asked),
    enabled: answers.campusId !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  }).data;
}

/** The plan that was chosen; the cheapest one where only the count is known. */
export function chosenPlan(price: Priced, plan: string): PricedPlan | undefined {
  const found = price?.plans.find(({ id }) => id === plan);
  return found ?? price?.plans.find(({ id }) => id === price.proposed);
}

/** What a plan comes to with tax, or a month of it while the pickup day is open. */
export function amountOf({ total_cents, monthly }: PricedPlan): number {
  return total_cents ?? monthly.total_cents;
}

/** "$441 including GST"; from the least to the most plan while none is chosen. */
export function sumWords(price: BookingPrice, plan: PricedPlan | undefined): string {
  const amounts = (plan ? [plan] : price.plans).map(amountOf);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const sum = least === most ? formatCents(least) : `${formatCents(least)} to ${formatCents(most)}`;
  return `${sum} including ${price.tax_name}`;
}

/** "4 months", or "a month" while the pickup day is open. */
export function spanWords({ months }: BookingPrice): string {
  if (months === null) return "a month";
  return months === 1 ? "1 month" : `${months} months`;
}

/** Why a day is probably not meant; it never blocks, as calendars have no limits. */
export function warningAt(price: Priced, field: DateConflict["field"]): string | null {
  return price?.conflicts.find((conflict) => conflict.field === field)?.words ?? null;
}
