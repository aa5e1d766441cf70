import { unsentName } from "@lib/offline/unsent-names";
import type { KeptChange } from "./pickup-change";

/** The server knows a drag or a number again for a week; an event it knows by its id for good. */
const LONGEST_MS = 6 * 24 * 60 * 60 * 1000;

/** Keeps a change on this device until `forget`; false where there is no room or no storage. */
export function keep(userId: string, change: KeptChange): boolean {
  try {
    localStorage.setItem(unsentName(userId, change.key), JSON.stringify(change));
    return true;
  } catch {
    return false;
  }
}

/** The server has answered this change. */
export function forget(userId: string, key: string): void {
  try {
    localStorage.removeItem(unsentName(userId, key));
  } catch {
    // Not kept there, then.
  }
}

/** What this person did on this device and the server has not answered, the oldest first. */
export function keptChanges(userId: string, now: number): KeptChange[] {
  const found: KeptChange[] = [];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(unsentName(userId, ""))) continue;
      const change = read(localStorage.getItem(name));
      if (change && (change.change.verb === "mark" || now - change.at < LONGEST_MS))
        found.push(change);
      else localStorage.removeItem(name);
    }
  } catch {
    return [];
  }
  return found.sort((one, other) => one.at - other.at);
}

function read(text: string | null): KeptChange | undefined {
  try {
    const change: KeptChange | null = JSON.parse(text ?? "null");
    return change?.key && change.change?.verb ? withEvent(change) : undefined;
  } catch {
    return undefined;
  }
}

/** A change that an older version of this page kept names its stop and its count another way. */
interface OlderMark {
  verb: "mark";
  stop: string;
  booking_id: string | null;
  given: {
    status: "scheduled" | "in_progress" | "completed";
    queue_id?: string;
    pickup_id?: string;
    seen?: "scheduled" | "in_progress" | "completed";
    items?: number;
    signature?: { signed_by: string; strokes: string };
  };
}

function withEvent(kept: KeptChange): KeptChange {
  const change = kept.change as KeptChange["change"] | OlderMark;
  if (change.verb !== "mark" || "event" in change) return kept;
  const { status, queue_id, pickup_id, seen, ...count } = change.given;
  const kind = ({ scheduled: "waiting", in_progress: "on_way", completed: "completed" } as const)[
    status
  ];
  const event = {
    id: kept.key,
    kind,
    at: new Date(kept.at).toISOString(),
    day: kept.day,
    stop_id: queue_id ?? null,
    pickup_id: pickup_id ?? null,
    booking_id: change.booking_id,
    user_id: null,
    seen: seen ?? "scheduled",
    ...count,
  } as const;
  return { ...kept, change: { verb: "mark", stop: change.stop, name: "", status, event } };
}
