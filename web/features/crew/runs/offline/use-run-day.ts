import { RUN_POLL_MS, type RunDay, runDay, runKeys } from "@api/pickups/runs";
import { crewLane, isDrawn } from "@features/crew/offline/crew-lane";
import { keepRuns } from "@features/crew/pickups/offline/kept-day";
import { useSession } from "@lib/auth/session";
import { onOutboxChange } from "@lib/offline/outbox";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { withoutArrivals, withWork } from "./run-work";

const RECOVERY_MS = 3_000;

/** A day's runs that follow what others do; over them what was done here and is not answered. */
export function useRunDay(userId: string, campusId: number, day: string) {
  const client = useQueryClient();
  const { profile, provisional } = useSession();
  const queryKey = runKeys.day(campusId, day);
  const query = useQuery({
    queryKey,
    queryFn: ({ client }) => runDay(campusId, day, client.getQueryData<RunDay>(queryKey)),
    retry: false,
    networkMode: "always",
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.error ? RECOVERY_MS : RUN_POLL_MS),
  });
  const unsent = useSyncExternalStore(onOutboxChange, () => crewLane.entries(userId));
  useEffect(() => void crewLane.resume({ queries: client, userId }), [client, userId]);
  const { data, error } = query;
  const fresh = query.isFetchedAfterMount && !error;
  useEffect(() => {
    if (data && profile && !provisional && fresh) void keepRuns(client, profile, data);
  }, [data, fresh, profile, provisional, client]);
  const shown = useMemo(() => {
    const day = data && unsent.filter(isDrawn).reduce(withWork, data);
    return day && !fresh ? withoutArrivals(day) : day;
  }, [data, unsent, fresh]);
  return {
    shown,
    error,
    refetch: query.refetch,
    asOf: query.dataUpdatedAt,
  };
}
