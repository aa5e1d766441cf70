import type { ItemEvent } from "@api/pickups/custody";
import { newId } from "@lib/browser/new-id";
import type { Sender } from "@lib/offline/lane";
import { crewLane } from "./crew-lane";

/** What happened to an item; its id and time are made when it is recorded. */
export type NewItemEvent = Omit<ItemEvent, "id" | "at">;

/**
 * Keeps events of items on this device, draws them and sends them after all before them.
 * @param photo of the first event
 * @returns the id of the last event, which takes it back (`takeBackItems`)
 */
export function recordItems(
  sender: Sender,
  about: string,
  events: readonly NewItemEvent[],
  photo?: Blob,
): string {
  const at = new Date().toISOString();
  const photoId = photo && newId();
  const recorded = events.map((event) => ({ id: newId(), at, ...event }));
  const [first] = recorded;
  if (first && photoId) first.photo_id = photoId;
  const work = { what: "items", about, events: recorded } as const;
  const id = recorded.at(-1)?.id ?? "";
  if (photo && photoId) {
    const picture = { what: "photo", about, kind: "item", body: photo } as const;
    void crewLane.record(sender, { id, work }, { id: photoId, work: picture });
  } else void crewLane.record(sender, { id, work });
  return id;
}

/** Takes a scan back: before it is sent it is dropped with its photo, later the server is told. */
export async function takeBackItems(
  sender: Sender,
  about: string,
  scan: string,
  stopId?: string,
): Promise<void> {
  const entry = crewLane.entries(sender.userId).find(({ id }) => id === scan);
  if (entry?.work.what === "items") {
    const photos = entry.work.events.flatMap(({ photo_id }) => photo_id ?? []);
    if (await crewLane.takeBack(entry.id, ...photos)) return;
  }
  const stop = stopId ? { stop_id: stopId } : {};
  recordItems(sender, about, [{ kind: "taken_back", reverses: scan, ...stop }]);
}
