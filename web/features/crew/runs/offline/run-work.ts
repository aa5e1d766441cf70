import type { RunCard, StopCard } from "@api/commands.types";
import type { RunDay } from "@api/pickups/runs";
import type { CrewWork } from "@features/crew/offline/crew-work";
import type { KeptChange } from "@features/crew/pickups/offline/pickup-change";
import { STATE_OF_STATUS } from "@features/crew/stop/state-words";
import { drawnItems } from "@features/warehouse/items/drawn-items";
import type { Entry } from "@lib/offline/outbox-store";

/** The day with unsent work, of this tab or of Pickups; as it is if the work is in it already. */
export function withWork(day: RunDay, { work }: Pick<Entry<CrewWork>, "work">): RunDay {
  return { ...day, runs: day.runs.map((run) => inRun(run, work)) };
}

/** The day without what it expected: true only as long as the server says it. */
export function withoutArrivals(day: RunDay): RunDay {
  const bare = (stop: StopCard) => ({ ...stop, expected_at: null, is_late: false });
  return { ...day, runs: day.runs.map((run) => ({ ...run, stops: run.stops.map(bare) })) };
}

function inRun(run: RunCard, work: CrewWork): RunCard {
  const stops = run.stops.map((stop) => inStop(stop, work));
  const again = work.what === "stop" && work.event.state === "waiting";
  const place = again
    ? run.stops.findIndex(({ id, state }) => id === work.event.stop_id && state === "failed")
    : -1;
  // Tried again: behind all that still waits, as the server has it.
  if (place >= 0) stops.push(...stops.splice(place, 1));
  return { ...run, stops };
}

function inStop(stop: StopCard, work: CrewWork): StopCard {
  if (work.what === "wrong-code") {
    const { proxy } = stop;
    if (work.event.stop_id !== stop.id || proxy?.salt !== work.event.salt) return stop;
    return { ...stop, proxy: { ...proxy, tries_left: Math.max(0, proxy.tries_left - 1) } };
  }
  if (work.what === "stop") {
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
  if (work.what === "pickup") return withChange(stop, work);
  return work.what === "items" ? { ...stop, items: drawnItems(stop, work.events) } : stop;
}

/** A stop as Pickups has marked it. */
function withChange(stop: StopCard, { change }: KeptChange): StopCard {
  if (change.verb === "ready" && change.stop.queue_id === stop.id)
    return { ...stop, is_ready: change.is_ready };
  if (change.verb !== "mark" || change.event.stop_id !== stop.id) return stop;
  const { status, event } = change;
  if (status === "in_progress" && stop.state === "arrived") return stop;
  return {
    ...stop,
    state: STATE_OF_STATUS[status],
    completed_at: status === "completed" ? event.at : null,
    signed_by: event.signature?.signed_by ?? stop.signed_by,
  };
}
