import type { Stop } from "@api/commands.types";
import type { PickupDay, PickupEvent, PickupStatus } from "@api/pickups/pickups";
import type { StopVerb } from "@api/pickups/runs";

/** What names a stop as long as its card stands: its place in line, its record once it is done. */
export function stopKey(stop: Stop): string {
  return stop.queue_id ?? stop.pickup_id ?? stop.booking_id ?? "";
}

/** The stop to go on with: one that is under way, else the first of the line. */
export function nextOf(waiting: readonly Stop[]): Stop | undefined {
  return waiting.find(({ pickup_status }) => pickup_status === "in_progress") ?? waiting[0];
}

/** The ids of the line as it stands. */
export function orderOf(stops: readonly Stop[]): string[] {
  return stops.map(({ queue_id }) => queue_id ?? "");
}

/** The line with one stop drawn to another's place, numbered 1..n as the server will. */
export function moved(stops: readonly Stop[], from: number, to: number): Stop[] {
  const line = [...stops];
  line.splice(to, 0, ...line.splice(from, 1));
  return line.map((stop, index) => ({ ...stop, queue_position: index + 1 }));
}

/** The day with a number as it was typed: ties in order of creation. */
export function withNumber(day: PickupDay, queueId: string, number: number): PickupDay {
  const waiting = day.waiting.map((stop) =>
    stop.queue_id === queueId ? { ...stop, queue_position: number } : stop,
  );
  return { ...day, waiting: waiting.toSorted(inLine) };
}

function inLine(one: Stop, other: Stop): number {
  const byNumber = (one.queue_position ?? 0) - (other.queue_position ?? 0);
  if (byNumber !== 0) return byNumber;
  return compare(one.since, other.since) || compare(one.queue_id, other.queue_id);
}

function compare(one: string | null | undefined, other: string | null | undefined): number {
  const [a, b] = [one ?? "", other ?? ""];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The day with its line in another order; stops that the order does not name stand behind. */
export function withOrder(day: PickupDay, order: readonly string[]): PickupDay {
  const place = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ queue_id }: Stop) => place.get(queue_id ?? "") ?? order.length;
  const line = day.waiting.toSorted((one, other) => placeOf(one) - placeOf(other));
  return { ...day, waiting: line.map((stop, at) => ({ ...stop, queue_position: at + 1 })) };
}

/** The day with one customer standing ready, or not. */
export function withReady(day: PickupDay, queueId: string, is_ready: boolean): PickupDay {
  const waiting = day.waiting.map((stop) =>
    stop.queue_id === queueId ? { ...stop, is_ready } : stop,
  );
  return { ...day, waiting };
}

/** The day with one stop marked; a completed one leaves the line and the others move up. */
export function withStatus(
  day: PickupDay,
  key: string,
  status: PickupStatus,
  counted: Pick<PickupEvent, "items" | "signature"> = {},
): PickupDay {
  const stop = [...day.waiting, ...day.done].find((one) => stopKey(one) === key);
  if (!stop || (stop.pickup_status === "completed" && status === "completed")) return day;
  const marked = {
    ...stop,
    pickup_status: status,
    items_counted: counted.items ?? stop.items_counted,
    signed_by: counted.signature?.signed_by ?? null,
    arrived_at: status === "in_progress" ? (stop.arrived_at ?? null) : null,
  };
  if (stop.pickup_status === "completed") {
    // Where it joins the line again is the server's to say.
    return { ...day, done: day.done.filter((one) => one !== stop) };
  }
  if (status !== "completed") {
    return { ...day, waiting: day.waiting.map((one) => (one === stop ? marked : one)) };
  }
  const left = day.waiting.filter((one) => one !== stop);
  return {
    ...day,
    waiting: left.map((one, index) => ({ ...one, queue_position: index + 1 })),
    done: [{ ...marked, queue_position: null }, ...day.done],
  };
}

const AFTER_VERB = {
  waiting: "scheduled",
  on_way: "in_progress",
  arrived: "in_progress",
  completed: "completed",
} as const;

/** The day with a verb at a stop of its runs: a failed stop leaves the line, or waits at its end. */
export function withStopVerb(shown: PickupDay, event: StopVerb): PickupDay {
  const stop = shown.waiting.find(({ queue_id }) => queue_id === event.stop_id);
  const failed = shown.failed.filter((id) => id !== event.stop_id);
  const day = { ...shown, failed };
  // Where a failed stop joins the line again is the server's to say.
  if (!stop) return event.state === "failed" ? shown : day;
  if (event.state !== "failed") {
    const at = event.state === "arrived" ? (stop.arrived_at ?? event.at) : null;
    const there = { ...stop, arrived_at: at };
    const waiting = day.waiting.map((one) => (one === stop ? there : one));
    return withStatus({ ...day, waiting }, stopKey(stop), AFTER_VERB[event.state], event);
  }
  const again = { ...stop, pickup_status: "scheduled", arrived_at: null } as const;
  const waiting = day.waiting.filter((one) => one !== stop);
  if (event.failure?.next === "again") waiting.push(again);
  else failed.push(event.stop_id);
  return { ...day, waiting: waiting.map((one, at) => ({ ...one, queue_position: at + 1 })) };
}

/** Where Undo of a completed stop leads: back on the way, or to waiting when it never was. */
export function beforeDone(stop: Stop): PickupStatus {
  return stop.started_at !== null && stop.started_at === stop.completed_at
    ? "scheduled"
    : "in_progress";
}

/** An integer of any size that the database can hold; undefined for anything else. */
export function typedNumber(text: string): number | undefined {
  if (!/^\s*[+-]?\d+\s*$/.test(text)) return undefined;
  const number = Number.parseInt(text, 10);
  return Math.abs(number) <= 2_147_483_647 ? number : undefined;
}
