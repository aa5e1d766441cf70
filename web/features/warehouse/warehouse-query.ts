import {
  custodyKeys,
  everyShelf,
  findItems,
  type Shelf,
  stocktakesWaiting,
} from "@api/pickups/custody";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { keptShelves } from "./kept-shelves";

/**
 * Every shelf with what stands on it; while the server cannot be reached, as this device kept
 * them (`kept`).
 */
export function useShelves(userId: string | undefined) {
  const live = useQuery({
    queryKey: custodyKeys.shelves,
    queryFn: () => everyShelf(),
    ...untilReachable,
  });
  const away = live.data === undefined && isUnreachable(live.error);
  const kept = useQuery({
    queryKey: custodyKeys.keptShelves,
    queryFn: () => keptShelves(userId ?? ""),
    enabled: away && userId !== undefined,
    ...untilReachable,
    staleTime: 0,
    gcTime: 0,
  });
  const old = away ? kept.data : null;
  return {
    shelves: live.data ?? old ?? undefined,
    kept: Boolean(old),
    // What is kept comes in a moment.
    error: old || (away && kept.isPending) ? null : live.error,
    refetch: live.refetch,
    isFetching: live.isFetching,
  };
}

/** Items by label, shelf, name or words; nothing is asked for less than two letters. */
export const useFound = (text: string) =>
  useQuery({
    queryKey: custodyKeys.found(text),
    queryFn: () => findItems(text),
    enabled: text.length >= 2,
    ...untilReachable,
  });

/** Shelves whose last stocktake waits for the office. */
export const useStocktakes = (office: boolean) =>
  useQuery({
    queryKey: custodyKeys.stocktakes,
    queryFn: () => stocktakesWaiting(),
    enabled: office,
    ...untilReachable,
  });

/** A shelf by its code. */
export const shelfNamed = (shelves: readonly Shelf[] | undefined, code: string) =>
  shelves?.find((one) => one.code === code);
