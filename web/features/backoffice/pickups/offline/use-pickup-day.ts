import { PICKUP_POLL_MS, type PickupDay, pickupDay, pickupKeys } from "@api/pickups/pickups";
import { useSession } from "@lib/auth/session";
import { useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { keepDay } from "./kept-day";
import { CHANGING } from "./outbox";
import { applied, type KeptChange } from "./pickup-change";

const RECOVERY_MS = 3_000;

/**
 * A day that follows what others do to it, asked for anew while the page is in sight; over it what
 * was done here and is not answered yet.
 * What `hold` was given stays on the screen until `release`: during a drag or while a number is
 * typed, no answer moves anything under the hand.
 */
export function usePickupDay(campusId: number, day: string) {
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
  const unsent = useUnsent();
  const current = useMemo(
    () =>
      unsent.changes
        .filter((one) => one.campusId === campusId && one.day === day)
        .reduce<PickupDay | undefined>(
          (shown, { change }) => shown && applied(shown, change),
          query.data,
        ),
    [query.data, unsent.changes, campusId, day],
  );
  return {
    shown: held ?? current,
    hold: setHeld,
    release: () => setHeld(undefined),
    error: query.error,
    refetch: query.refetch,
    /** When what is shown was true, in milliseconds since 1970. */
    asOf: query.dataUpdatedAt,
    /** How many changes wait for the server to be there again. */
    waitingChanges: unsent.failing ? unsent.changes.length : 0,
  };
}

/** What was done on this device, of any day, and is not answered; and whether sending it failed. */
function useUnsent() {
  const pending = useMutationState({
    filters: { mutationKey: CHANGING, status: "pending" },
    select: ({ state }) => ({
      kept: state.variables as KeptChange,
      failed: state.failureCount > 0,
    }),
  });
  return useMemo(
    () => ({
      changes: pending.map(({ kept }) => kept),
      failing: pending.some(({ failed }) => failed),
    }),
    [pending],
  );
}
