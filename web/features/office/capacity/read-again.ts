import { placesKey } from "@api/bookings/places";
import { slotKeys } from "@api/pickups/slots";
import { useDataSession } from "@features/office/data-session";
import { useQueryClient } from "@tanstack/react-query";

/** Reads everything again that shows places or closed days. */
export function useReadPlacesAgain(): () => Promise<unknown> {
  const { cacheKey } = useDataSession();
  const queries = useQueryClient();
  const keys = [slotKeys.all, [...cacheKey, ...slotKeys.all], placesKey];
  return () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
