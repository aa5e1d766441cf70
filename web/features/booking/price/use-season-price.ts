import { bookingPrice } from "@api/bookings/price";
import type { BookingPrice, DateConflict, PricedPlan } from "@api/commands.types";
import type { Answers, Step } from "@features/booking/answers/answers";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { priceRequest } from "./price-request";

export type Priced = BookingPrice | undefined;

/** What the answers so far come to, by the server; it never stands in the way of a booking. */
export function useSeasonPrice(answers: Answers): Priced {
  const request = priceRequest(answers);
  return useQuery({
    queryKey: ["booking-price", request],
    queryFn: () => bookingPrice(request),
    enabled: answers.campusId !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  }).data;
}

/** The plan that was chosen; the cheapest one where only the count is known. */
export function chosenPlan(price: Priced, plan: string): PricedPlan | undefined {
  const chosen = price?.plans.find(({ id }) => id === plan);
  return chosen ?? price?.plans.find(({ id }) => id === price.proposed);
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

/** "until Tue, Aug 31, 2027": the last day of these months; "" while it is open. */
export function untilWords({ return_date }: BookingPrice): string {
  return return_date ? `until ${formatDay(return_date)}` : "";
}

/** The dates that a step asks for. */
const ASKED_IN: Partial<Record<Step, readonly DateConflict["field"][]>> = {
  supplyKit: ["supply_kit_delivery_date"],
  pickup: ["pickup_date", "pickup_time", "flight_time"],
  delivery: ["return_delivery_date"],
};

/** Whether a step shows a warning. */
export function hasWarning(price: Priced, step: Step): boolean {
  return price?.conflicts.some(({ field }) => ASKED_IN[step]?.includes(field)) ?? false;
}

/** Why a day is probably not meant; it never blocks, as calendars have no limits. */
export function warningAt(price: Priced, field: DateConflict["field"]): string | null {
  return price?.conflicts.find((conflict) => conflict.field === field)?.words ?? null;
}
