import type { Arguments } from "@api/client";
import type { RunCard, StopCard } from "@api/commands.types";
import type { ItemEvent, RunDay, StopVerb, WrongCode } from "@api/pickups/runs";
import { drawnItems } from "@features/crew/runs/stop/drawn-items";
import type { Entry } from "@lib/offline/outbox-store";

/** What a crew did, as data: drawn before it is sent, and kept until the server has it. */
export type Work =
  | { what: "verb"; name: string; event: StopVerb }
  | { what: "items"; events: ItemEvent[] }
  | { what: "photo"; id: string; kind: "evidence" | "item"; body: Blob }
  | { what: "labels"; id: string; strip: Arguments<"hand_out_labels"> }
  | { what: "wrong-code"; event: WrongCode };

/** Work that changes what a stop shows. */
type StopWork = Exclude<Work, { what: "photo" | "labels" }>;

/** The day as it will be with this work; as it is where the work is in it already. */
export function withWork(day: RunDay, { work }: Pick<Entry<Work>, "work">): RunDay {
  if (work.what === "photo" || work.what === "labels") return day;
  return { ...day, runs: day.runs.map((run) => inRun(run, work)) };
}

/** The day without what it expected: true only as long as the server says it. */
export function withoutArrivals(day: RunDay): RunDay {
  const bare = (stop: StopCard) => ({ ...stop, expected_at: null, is_late: false });
  return { ...day, runs: day.runs.map((run) => ({ ...run, stops: run.stops.map(bare) })) };
}

function inRun(run: RunCard, work: StopWork): RunCard {
  const stops = run.stops.map((stop) => inStop(stop, work));
  const again = work.what === "verb" && work.event.state === "waiting";
  const place = again
    ? run.stops.findIndex(({ id, state }) => id === work.event.stop_id && state === "failed")
    : -1;
  // Tried again: behind all that still waits, as the server has it.
  if (place >= 0) stops.push(...stops.splice(place, 1));
  return { ...run, stops };
}

function inStop(stop: StopCard, work: StopWork): StopCard {
  if (work.what === "wrong-code") {
    const { proxy } = stop;
    if (work.event.stop_id !== stop.id || proxy?.salt !== work.event.salt) return stop;
    return { ...stop, proxy: { ...proxy, tries_left: Math.max(0, proxy.tries_left - 1) } };
  }
  if (work.what === "verb") {
    const { event } = work;
    if (event.stop_id !== stop.id) return stop;
    return {
      ...stop,
      state: event.state,
      arrived_at: event.state === "arrived" ? (stop.arrived_at ?? event.at) : stop.arrived_at,
      completed_at: event.state === "completed" ? event.at : null,
      failure: event.state === "failed" ? (event.failure?.kind ?? null) : null,
      signed_by: event.signature?.signed_by ?? stop.signed_by,
    };
  }
  return { ...stop, items: drawnItems(stop, work.events) };
}
