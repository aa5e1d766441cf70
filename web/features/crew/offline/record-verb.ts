import type { StopState, StopVerb } from "@api/pickups/runs";
import { newId } from "@lib/browser/new-id";
import type { PickedFile } from "@lib/forms/picked-file";
import type { Sender } from "@lib/offline/lane";
import { crewLane } from "./crew-lane";

/** A stop as its events name it. */
export interface NamedStop {
  id: string;
  booking_id: string | null;
  full_name: string;
  state: StopState;
}

/** Records what a crew did at a stop, with its photo; a stop to try again today waits at once. */
export function recordVerb(
  sender: Sender,
  stop: NamedStop,
  state: StopState,
  more: Partial<StopVerb> = {},
  photo?: PickedFile,
): void {
  const about = stop.full_name;
  const event: StopVerb = {
    id: newId(),
    stop_id: stop.id,
    booking_id: stop.booking_id,
    state,
    at: new Date().toISOString(),
    seen: stop.state,
    ...more,
  };
  const verb = { id: event.id, work: { what: "stop", about, event } as const };
  if (photo) {
    const work = { what: "photo", about, kind: "evidence", body: photo.body } as const;
    void crewLane.record(sender, verb, { id: photo.id, work });
  } else void crewLane.record(sender, verb);
  if (more.failure?.next === "again") recordVerb(sender, { ...stop, state }, "waiting");
}
