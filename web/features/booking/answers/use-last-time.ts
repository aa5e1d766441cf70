import { bookingKeys } from "@api/bookings/booking";
import { dataOf, rest } from "@api/client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { asLastTime } from "./last-time";

/** What the latest booking of a customer answers; nothing stands in the way without it. */
export function useLastTime(userId: string | undefined) {
  const latest = useQuery({
    queryKey: bookingKeys.latestOf(userId ?? ""),
    queryFn: async () => {
      const query = rest()
        .from("bookings")
        .select("*")
        .eq("user_id", userId ?? "");
      return (await dataOf(query.order("created_at", { ascending: false }).limit(1)))[0] ?? null;
    },
    enabled: userId !== undefined,
  }).data;
  return useMemo(() => (latest ? asLastTime(latest) : undefined), [latest]);
}
