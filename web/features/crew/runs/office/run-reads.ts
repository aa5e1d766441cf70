import { crewMembers, proposeOrder, pullList, runKeys } from "@api/pickups/runs";
import { queryOptions } from "@tanstack/react-query";

/** The order proposed in place of the one that was `seen`; looking for it changes nothing. */
export const orderRead = (runId: string, seen: readonly string[]) =>
  queryOptions({
    queryKey: ["order", runId, seen],
    queryFn: () => proposeOrder(runId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const pullRead = (campusId: number, day: string) =>
  queryOptions({
    queryKey: runKeys.pull(campusId, day),
    queryFn: () => pullList(campusId, day),
  });

export const crewRead = (campusId: number, day: string) =>
  queryOptions({
    queryKey: runKeys.crew(campusId, day),
    queryFn: () => crewMembers(campusId, day),
  });
