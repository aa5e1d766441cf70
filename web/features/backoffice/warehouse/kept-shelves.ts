import { custodyKeys, everyShelf, type Shelf } from "@api/pickups/custody";
import { useSession } from "@lib/auth/session";
import { mayHaveKept } from "@lib/browser/kept-hint";
import { keepOnDevice, keptOnDevice } from "@lib/browser/kept-store";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

const NAME = "shelves";
/** What was opened comes first. */
const AFTER_MS = 3_000;
const LASTS_MS = 15 * 60_000;

/** Keeps the shelves on this device, for a stocktake that begins where there is no signal. */
export function useShelvesKept(): void {
  const queries = useQueryClient();
  const { profile, provisional } = useSession();
  useEffect(() => {
    if (!profile || provisional) return;
    const timer = setTimeout(async () => {
      const queryKey = custodyKeys.shelves;
      await queries.prefetchQuery({ queryKey, queryFn: () => everyShelf(), staleTime: LASTS_MS });
      const shelves = queries.getQueryData<Shelf[]>(queryKey);
      if (shelves) await keepOnDevice(profile.id, { profile, [NAME]: shelves });
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [queries, profile, provisional]);
}

/** The shelves as this device last knew them; null where it does not. */
export async function keptShelves(userId: string): Promise<Shelf[] | null> {
  if (!mayHaveKept()) return null;
  return ((await keptOnDevice(userId)).get(NAME)?.value as Shelf[] | undefined) ?? null;
}
