import { custodyKeys, everyShelf, type Shelf } from "@api/pickups/custody";
import type { Profile } from "@lib/auth/profile";
import { mayHaveKept } from "@lib/offline/kept-hint";
import { keepOnDevice, keptOnDevice } from "@lib/offline/kept-store";
import type { QueryClient } from "@tanstack/react-query";

const NAME = "shelves";
const LASTS_MS = 15 * 60_000;

/** Keeps the shelves as they are now; without an answer, those that are kept stay. */
export async function keepShelves(queries: QueryClient, profile: Profile): Promise<void> {
  const queryKey = custodyKeys.shelves;
  await queries.prefetchQuery({ queryKey, queryFn: () => everyShelf(), staleTime: LASTS_MS });
  const shelves = queries.getQueryData<Shelf[]>(queryKey);
  if (shelves) await keepOnDevice(profile.id, { profile, [NAME]: shelves });
}

/** The shelves as this device last knew them; null where it does not. */
export async function keptShelves(userId: string): Promise<Shelf[] | null> {
  if (!mayHaveKept()) return null;
  return ((await keptOnDevice(userId)).get(NAME)?.value as Shelf[] | undefined) ?? null;
}
