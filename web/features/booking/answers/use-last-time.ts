import { bookingKeys } from "@api/bookings/booking";
import { latestBooking } from "@api/bookings/latest-booking";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { asLastTime } from "./last-time";

/** What the latest booking of a customer answers; nothing stands in the way without it. */
export function useLastTime(userId: string | undefined) {
  const latest = useQuery({
    queryKey: bookingKeys.latestOf(userId ?? ""),
    queryFn: () => latestBooking(userId ?? ""),
    enabled: userId !== undefined,
  }).data;
  return useMemo(() => (latest ? asLastTime(latest) : undefined), [latest]);
}
