import { PICKUP_POLL_MS, type PickupDay, pickupDay, pickupKeys } from "@api/pickups/pickups";
import { crewLane, isDrawn } from "@features/crew/offline/crew-lane";
import { useSession } from "@lib/auth/session";
import { onOutboxChange } from "@lib/offline/outbox";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { keepDay } from "./kept-day";
import { withWork } from "./pickup-work";

const RECOVERY_MS = 3_000;

/**
 * A day that follows what others do to it, asked for anew while the page is in sight; over it what
 * was done here and is not answered yet.
 * What `hold` was given stays on the screen until `release`: during a drag or while a number is
 * typed, no answer moves anything under the hand.
 */
export function usePickupDay(userId: string, campusId: number, day: string) {
  const [held, setHeld] = useState<PickupDay>();
  const client = useQueryClient();
  const queryKey = pickupKeys.day(campusId, day);
  const query = useQuery({
    queryKey,
    queryFn: ({ client }) => pickupDay(campusId, day, client.getQueryData<PickupDay>(queryKey)),
    retry: false,
    networkMode: "always",
    staleTime: 0,
    // A phone that comes out of the pocket shows what is true at once.
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.error ? RECOVERY_MS : PICKUP_POLL_MS),
  });
  const { profile, provisional } = useSession();
  const { data } = query;
  const fresh = query.isFetchedAfterMount && !query.error;
  // What a page without a signal opens with.
  useEffect(() => {
    if (data && data.day === data.today && profile && !provisional && fresh)
      void keepDay(client, profile, data);
  }, [data, fresh, profile, provisional, client]);
  const unsent = useSyncExternalStore(onOutboxChange, () => crewLane.entries(userId));
  const current = useMemo(
    () =>
      unsent
        .filter(isDrawn)
        .reduce<PickupDay | undefined>(
          (shown, { work }) => shown && withWork(shown, work),
          query.data,
        ),
    [query.data, unsent],
  );
  return {
    shown: held ?? current,
    hold: setHeld,
    release: () => setHeld(undefined),
    error: query.error,
    refetch: query.refetch,
    /** When what is shown was true, in milliseconds since 1970. */
    asOf: query.dataUpdatedAt,
  };
}
