import { bookingRuleKeys, pickupChanges } from "@api/bookings/commands";
import { formatDay } from "@lib/format/dates";
import { useQuery } from "@tanstack/react-query";

/** How often an open wish is asked for, in milliseconds. */
const ANSWER_POLL_MS = 15_000;

/** The last wish for another pickup, with its day and time in `words`; undefined while none is known. */
export function useAskedPickup(bookingId: string) {
  const changes = useQuery({
    queryKey: bookingRuleKeys.changes(bookingId),
    queryFn: () => pickupChanges(bookingId),
    networkMode: "always",
    refetchInterval: ({ state }) => (state.data?.[0]?.state === "asked" ? ANSWER_POLL_MS : false),
  });
  const [last] = changes.data ?? [];
  return (
    last && { ...last, words: [formatDay(last.is_date), last.is_time].filter(Boolean).join(", ") }
  );
}
