import { type Arguments, dataOf, type Rest, type Result, readCommand, rest } from "@api/client";
import type {
  CrewMember,
  DayOfRuns,
  DaySplit,
  OrderProposal,
  OwnStop,
  PulledItem,
  RecordedStopEvents,
  RunStop,
  StopCard,
  StopCase,
} from "@api/commands.types";
import { ApiError } from "@api/errors";
import { commandOnce, PATIENCE_MS } from "@api/once";

/** A day with its runs: an answer that leaves them out is put together with the one before. */
export type RunDay = Required<DayOfRuns>;
export type StopState = StopCard["state"];
export type StopKind = StopCard["kind"];
export type StopFailure = NonNullable<StopCard["failure"]>;
/** What a phone recorded at a stop; `id` is made here, and `at` is by this device's clock. */
export type StopVerb = Arguments<"record_stop_events">["events"][number];
/** The stops of a run to be in this order, and the order on the screen. */
export type WantedRun = Arguments<"arrange_runs">["runs"][number];
/** A wrong hand-over code that a phone noticed by itself; `id` is made here. */
export type WrongCode = Arguments<"count_wrong_code">;

export const runKeys = {
  all: ["runs"] as const,
  day: (campusId: number, day: string) => ["runs", campusId, day] as const,
  pull: (campusId: number, day: string) => ["runs", "pull", campusId, day] as const,
  crew: (campusId: number, day: string) => ["runs", "crew", campusId, day] as const,
  case: (id: string) => ["runs", "case", id] as const,
  own: (userId: string) => ["runs", "own", userId] as const,
};

/** How often an open day is asked for. */
export const RUN_POLL_MS = 2_000;

/** The runs of a campus and day; `known` itself where nothing has changed. */
export async function runDay(
  campusId: number,
  day: string,
  known?: RunDay,
  via: Rest = rest(),
): Promise<RunDay> {
  const asked = { campus_id: campusId, day, ...(known ? { known: known.version } : {}) };
  const call = via.rpc("run_day", asked).abortSignal(AbortSignal.timeout(PATIENCE_MS));
  const answer = (await dataOf<unknown>(call)) as DayOfRuns;
  const { runs } = answer;
  if (runs) return { ...answer, runs };
  if (known) return { ...known, today: answer.today };
  throw new ApiError(500, "", "The day came without its runs.");
}

/** Hands over what was recorded at a stop; the server keeps it whatever became of the stop. */
export function recordStopVerb(event: StopVerb, via: Rest = rest()): Promise<RecordedStopEvents> {
  const given = { sent_at: new Date().toISOString(), events: [event] };
  const call = via.rpc("record_stop_events", given).abortSignal(AbortSignal.timeout(PATIENCE_MS));
  return dataOf<unknown>(call) as Promise<RecordedStopEvents>;
}

/** Counts a wrong hand-over code, once for its id. */
export async function countWrongCode(event: WrongCode, via: Rest = rest()): Promise<void> {
  const call = via.rpc("count_wrong_code", event);
  await dataOf<unknown>(call.abortSignal(AbortSignal.timeout(PATIENCE_MS)));
}

/** Hands out a strip of free labels to a booking; the same again changes nothing. */
export function handOutLabels(
  given: Arguments<"hand_out_labels">,
  via: Rest = rest(),
): Promise<Result<"hand_out_labels">> {
  const call = via.rpc("hand_out_labels", given).abortSignal(AbortSignal.timeout(PATIENCE_MS));
  return dataOf<unknown>(call) as Promise<Result<"hand_out_labels">>;
}

/** A further run of a day. */
export async function createRun(
  given: Arguments<"create_run">,
  key: string,
  via: Rest = rest(),
): Promise<void> {
  await commandOnce("create_run", given, key, via);
}

/** Another name, van or crew of a run. */
export async function changeRun(
  given: Arguments<"change_run">,
  key: string,
  via: Rest = rest(),
): Promise<void> {
  await commandOnce("change_run", given, key, via);
}

/** Removes a run that has no stops. */
export async function removeRun(runId: string, via: Rest = rest()): Promise<void> {
  await dataOf(via.rpc("remove_run", { run_id: runId }));
}

/** Deals stops to a run, each in by its window; the run's stops in their order. */
export async function assignStops(
  runId: string,
  stopIds: readonly string[],
  via: Rest = rest(),
): Promise<string[]> {
  const given = { run_id: runId, stop_ids: [...stopIds] };
  const stops = (await dataOf<unknown>(via.rpc("assign_stops", given))) as RunStop[];
  return stops.map(({ id }) => id);
}

/** Keeps a stop where it is when an order is proposed, or not. */
export async function lockStop(stopId: string, locked: boolean, via: Rest = rest()): Promise<void> {
  await dataOf(via.rpc("lock_stop", { stop_id: stopId, locked }));
}

/** A shorter order of a run, before and after in minutes. */
export function proposeOrder(runId: string, via: Rest = rest()): Promise<OrderProposal> {
  return dataOf<unknown>(via.rpc("propose_order", { run_id: runId })) as Promise<OrderProposal>;
}

/** The stops of a day dealt over its vans; nothing is changed. */
export function proposeSplit(campusId: number, day: string, via: Rest = rest()): Promise<DaySplit> {
  const asked = via.rpc("propose_split", { campus_id: campusId, day });
  return dataOf<unknown>(asked) as Promise<DaySplit>;
}

/** Lets a run stand in an order; 409 where it is not as `seen` any more. */
export async function acceptOrder(
  runId: string,
  order: readonly string[],
  seen: readonly string[],
  via: Rest = rest(),
): Promise<void> {
  const given = { run_id: runId, order: [...order], seen: [...seen] };
  await dataOf(via.rpc("accept_order", given));
}

/** Lets runs of a day stand in these orders, all or none; 409 where one is not as `seen`. */
export async function arrangeRuns(runs: readonly WantedRun[], via: Rest = rest()): Promise<void> {
  await dataOf(via.rpc("arrange_runs", { runs: [...runs] }));
}

/** What goes out on a day, by shelf. */
export function pullList(campusId: number, day: string, via: Rest = rest()): Promise<PulledItem[]> {
  return readCommand("pull_list", { campus_id: campusId, day }, via);
}

/** A verb at a stop that did not fit, while it waits. */
export const stopCase = async (id: string): Promise<StopCase | undefined> =>
  (await readCommand("stops_needing_a_person", { id }))[0];

/** Every worker, and who can work at a campus on a day. Office. */
export function crewMembers(
  campus_id: number,
  day: string,
  via: Rest = rest(),
): Promise<CrewMember[]> {
  return readCommand("crew_members", { campus_id, day }, via);
}

/** One's own stops that are not over. */
export function ownStops(via: Rest = rest()): Promise<OwnStop[]> {
  return readCommand("my_stops", {}, via);
}

/** A code for a person at one stop; it is shown once, and an older one is void. */
export async function nameProxy(
  bookingId: string,
  kind: StopKind,
  name: string,
  via: Rest = rest(),
): Promise<string> {
  const given = { booking_id: bookingId, stop_kind: kind, name };
  const answer = await dataOf<unknown>(via.rpc("name_proxy", given));
  return (answer as { code: string }).code;
}
