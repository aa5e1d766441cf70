import type { RecordedEvents, Stop } from "@api/commands.types";
import { ApiError } from "@api/errors";
import {
  changeQueueEntry,
  orderPickups,
  type PickupDay,
  type PickupEvent,
  type PickupStatus,
  recordPickupEvent,
} from "@api/pickups/pickups";
import {
  ORDER_FAILURE,
  STATUS_FAILURE,
  STATUS_WORDS,
} from "@features/crew/pickups/day/pickup-words";
import { withNumber, withOrder, withReady, withStatus } from "./pickup-line";

type Named = Pick<Stop, "queue_id" | "user_id">;

/** What the crew does to a day, as data: shown before it is sent, and kept until it is answered. */
export type Change =
  | { verb: "mark"; stop: string; name: string; status: PickupStatus; event: PickupEvent }
  | { verb: "arrange"; order: string[]; seen: string[] }
  | { verb: "number"; stop: Named; number: number }
  | { verb: "ready"; stop: Named; is_ready: boolean };

/** A change of a campus and day. */
export interface KeptChange {
  campusId: number;
  day: string;
  change: Change;
}

/** The day as it will be with this change; as it is where the change is in it already. */
export function applied(day: PickupDay, change: Change): PickupDay {
  switch (change.verb) {
    case "mark":
      return withStatus(day, change.stop, change.status, change.event);
    case "arrange":
      return withOrder(day, change.order);
    case "number":
      return withNumber(day, change.stop.queue_id ?? "", change.number);
    case "ready":
      return withReady(day, change.stop.queue_id ?? "", change.is_ready);
    default:
      return day;
  }
}

/**
 * `key`: sent again, the change happens once.
 * @returns what became of an event, which the server never refuses for the state of its stop.
 * @throws ApiError: unreachable, or refused with what is true now.
 */
export async function sendChange(
  key: string,
  { campusId, day, change }: KeptChange,
): Promise<RecordedEvents | undefined> {
  switch (change.verb) {
    case "mark": {
      const answer = await recordPickupEvent(change.event);
      if ([...answer.stored, ...answer.already].includes(change.event.id)) return answer;
      throw new ApiError(500, "", "The server did not say that it keeps this.");
    }
    case "arrange":
      await orderPickups({ campus_id: campusId, day, order: change.order, seen: change.seen }, key);
      return;
    case "number":
      await changeQueueEntry(change.stop, day, { queue_position: change.number });
      return;
    case "ready":
      await changeQueueEntry(change.stop, day, { is_ready: change.is_ready });
      return;
    default:
      throw new ApiError(400, "", "This version of the page cannot send it.");
  }
}

/** Whose stop a change is about; empty for a whole line. */
export function nameOf(change: Change, shown: PickupDay | undefined): string {
  if (change.verb === "mark") return change.name;
  if (change.verb === "arrange") return "";
  const { queue_id } = change.stop;
  return shown?.waiting.find((stop) => stop.queue_id === queue_id)?.full_name ?? "";
}

/** What is said when it is done. */
export function doneWords(change: Change): { title: string; description: string } {
  switch (change.verb) {
    case "mark":
      return {
        title: "Status Updated",
        description: `Pickup marked as ${STATUS_WORDS[change.status]}`,
      };
    case "ready":
      return {
        title: "Status Updated",
        description: `Pickup marked as ${change.is_ready ? "ready" : "not ready"}`,
      };
    default:
      return { title: "Route Updated", description: "Pickup queue position updated" };
  }
}

/** What is said when it is refused, before the reason: whose stop, and what could not be done. */
export function failureWords({ verb }: Change, name: string): string {
  const words = verb === "mark" || verb === "ready" ? STATUS_FAILURE : ORDER_FAILURE;
  return name ? `${name}: ${words}` : words;
}
