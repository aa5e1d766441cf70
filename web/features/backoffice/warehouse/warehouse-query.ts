import {
  custodyKeys,
  everyShelf,
  findItems,
  type Shelf,
  stocktakesWaiting,
} from "@api/pickups/custody";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";

/** Every shelf with what stands on it. */
export const useShelves = () =>
  useQuery({ queryKey: custodyKeys.shelves, queryFn: () => everyShelf(), ...untilReachable });

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
