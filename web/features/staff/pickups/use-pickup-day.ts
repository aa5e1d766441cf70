import { PICKUP_POLL_MS, type PickupDay, pickupDay, pickupKeys } from "@api/pickups";
import { useIsMutating, useQuery } from "@tanstack/react-query";
import { useState } from "react";

/** Names every change of a day on this screen: while one is under way nothing is polled. */
export const CHANGING = ["pickups", "changing"] as const;
const RECOVERY_MS = 4_000;

/**
 * A day that follows what others do to it, asked for anew while the page is in sight.
 * What `hold` was given stays on the screen until `release`: during a drag or while a number is
 * typed, no answer moves anything under the hand.
 */
export function usePickupDay(campusId: number, day: string) {
  const changing = useIsMutating({ mutationKey: CHANGING }) > 0;
  const [held, setHeld] = useState<PickupDay>();
  const query = useQuery({
    queryKey: pickupKeys.day(campusId, day),
    queryFn: () => pickupDay(campusId, day),
    retry: false,
    networkMode: "always",
    staleTime: 0,
    // A phone that comes out of the pocket shows what is true at once.
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => {
      if (changing) return false;
      return state.error ? RECOVERY_MS : PICKUP_POLL_MS;
    },
  });
  return {
    shown: held ?? query.data,
    hold: setHeld,
    release: () => setHeld(undefined),
    error: query.error,
    refetch: query.refetch,
  };
}
