import type { Booking } from "@api/bookings/booking";
import { bookingKeys } from "@api/bookings/booking";
import { dataOf, rest } from "@api/client";
import { isUnreachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";

/** How soon a failed read is tried again while the server is away, in milliseconds. */
const RECOVERY_MS = 3_000;
/** How often status and dates are read again on the day of the pickup. */
const PICKUP_DAY_MS = 15_000;
const MOST = 200;

export const ownBookingsKey = (userId: string) => [...bookingKeys.all, "own", userId] as const;

/** All bookings of a user with their campus, newest first. */
function ownBookings(userId: string): Promise<Booking[]> {
  return dataOf(
    rest()
      .from("bookings")
      .select("*, campus:campuses(campus,university,country)")
      .eq("user_id", userId)
      .order("created_at", { ascending: false })
      .limit(MOST),
  );
}

/** The user's bookings, read again by themselves after an outage and on the day of a pickup. */
export function useOwnBookings(userId: string, today: string | undefined) {
  return useQuery({
    queryKey: ownBookingsKey(userId),
    queryFn: () => ownBookings(userId),
    networkMode: "always",
    refetchInterval: ({ state }) => {
      if (isUnreachable(state.error)) return RECOVERY_MS;
      return state.data?.some((one) => one.pickup_date === today) ? PICKUP_DAY_MS : false;
    },
  });
}
