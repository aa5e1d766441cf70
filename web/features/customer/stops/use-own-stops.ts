import type { Booking } from "@api/bookings/booking";
import type { CampusClock } from "@api/clock";
import type { OwnStop } from "@api/commands.types";
import { ownStops, runKeys } from "@api/pickups/runs";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";

const POLL_MS = 5_000;

/** The customer's own stops, read again every few seconds on their day. */
export function useOwnStops(userId: string, { today }: Pick<CampusClock, "today">) {
  return useQuery({
    queryKey: runKeys.own(userId),
    queryFn: () => ownStops(),
    ...untilReachable,
    refetchInterval: ({ state }) =>
      state.data?.some(({ date }) => date === today) ? POLL_MS : false,
  });
}

type Planned = Pick<Booking, "id" | "status" | "pickup_date" | "return_delivery_date">;

/** The stop of a booking's planned pickup, or of its return once it is picked up. */
export function plannedStop(
  stops: readonly OwnStop[] | undefined,
  { id, status, pickup_date, return_delivery_date }: Planned,
): OwnStop | undefined {
  const kind = status === "picked_up" ? "return" : "pickup";
  const day = kind === "return" ? return_delivery_date : pickup_date;
  return stops?.find(
    (stop) => stop.booking_id === id && stop.kind === kind && day !== null && stop.date === day,
  );
}
