// @vitest-environment jsdom
import { pickupKeys } from "@api/pickups/pickups";
import { runKeys } from "@api/pickups/runs";
import { SESSION_STORAGE_KEY } from "@lib/auth/client";
import { toast } from "@lib/toast";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { crewLane, isDrawn } from "./crew-lane";
import type { CrewWork } from "./crew-work";

/** Longer than the lane waits before it sends again. */
const LATER_MS = 120_000;
const DAY = "2030-05-01";
const stopVerb = (id: string): CrewWork => ({
  what: "stop",
  about: "Ana",
  event: { id, stop_id: "s1", state: "arrived", at: `${DAY}T17:00:00Z` },
});
const note = (id: string): CrewWork => ({
  what: "items",
  about: "Ana, Box",
  events: [{ id, kind: "note", at: `${DAY}T17:00:00Z`, item_id: "i1" }],
});
const strip = { booking_id: "b1", first: "SS-YJST3-P", last: "SS-65645-W" };

let sender: { queries: QueryClient; userId: string };
let sent: string[];
/** How the server answers a command; what is not named is stored. */
let answers: Record<string, (init: RequestInit) => Response | Promise<Response>>;

const refusal = (status: number) => Response.json({ code: "", message: "Not now." }, { status });
const later = () => vi.advanceTimersByTimeAsync(LATER_MS);
const waiting = () => crewLane.entries("wren").map(({ id }) => id);
const record = (id: string, work: CrewWork) => void crewLane.record(sender, { id, work });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify({ user: { id: "wren" } }));
  sender = { queries: new QueryClient(), userId: "wren" };
  sent = [];
  answers = {};
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init = {}) => {
    const name = /\/(?:rpc\/)?(\w+)(?:\?.*)?$/.exec(String(input))?.[1] ?? "";
    const answer = await answers[name]?.(init);
    if (answer && !answer.ok) return answer;
    sent.push(name);
    const { events } = (typeof init.body === "string" ? JSON.parse(init.body) : {}) as {
      events?: { id: string }[];
    };
    const stored = events?.map(({ id }) => id) ?? [];
    return answer ?? Response.json({ stored, already: [], needs_person: [], labels: [] });
  });
});

afterEach(async () => {
  answers = {};
  await crewLane.resume(sender);
  await later();
  for (const { id } of crewLane.entries("wren")) await crewLane.takeBack(id);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// Rule: kept-on-the-disk.
it("work that this version does not know is kept and told, and holds up nothing", async () => {
  const told = vi.spyOn(toast, "error");
  record("odd", { what: "weighed", about: "Ana" } as unknown as CrewWork);
  record("verb", stopVerb("verb"));
  await vi.waitFor(() => expect(sent).toEqual(["record_stop_events"]));
  await vi.waitFor(() => expect(waiting()).toEqual(["odd"]));
  expect(told).toHaveBeenCalledWith("Update Failed", expect.anything());
});

it("a change of a queue that this version does not know is kept and not drawn", async () => {
  const change = { verb: "swap" };
  record("odd", { what: "pickup", campusId: 1, day: DAY, change } as unknown as CrewWork);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waiting()).toEqual(["odd"]);
  expect(crewLane.entries("wren").filter(isDrawn)).toEqual([]);
});

it("an event that the server does not confirm holds up nothing", async () => {
  answers.record_events = () => Response.json({ stored: [], already: [], needs_person: [] });
  record("lost", note("lost"));
  record("verb", stopVerb("verb"));
  await vi.waitFor(() => expect(sent).toContain("record_stop_events"));
  await vi.waitFor(() => expect(waiting()).toEqual(["lost"]));
});

it("a strip of labels is sent again after a passing refusal, and dropped after any other", async () => {
  answers.hand_out_labels = () => refusal(429);
  record("strip", { what: "labels", about: "Ana", strip });
  await vi.advanceTimersByTimeAsync(100);
  expect(waiting()).toEqual(["strip"]);
  answers = {};
  await later();
  expect(waiting()).toEqual([]);
  answers.hand_out_labels = () => refusal(409);
  record("again", { what: "labels", about: "Ana", strip: { ...strip, booking_id: "b2" } });
  await vi.advanceTimersByTimeAsync(100);
  expect(waiting()).toEqual([]);
});

it("a photo that does not arrive gives way to what was recorded meanwhile", async () => {
  let expire = () => {};
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController();
    expire = () => controller.abort(new DOMException("too long", "TimeoutError"));
    return controller.signal;
  });
  answers.files = ({ signal }) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  record("photo", { what: "photo", about: "Box", kind: "item", body: new Blob() });
  await vi.advanceTimersByTimeAsync(100);
  record("verb", stopVerb("verb"));
  const stalled = expire;
  delete answers.files;
  stalled();
  await later();
  expect(sent).toEqual(["record_stop_events", "files"]);
});

it("a day that only this device kept, or whose read is refused, does not hold up another", async () => {
  const { queries } = sender;
  queries.setQueryData(pickupKeys.day(1, DAY), { waiting: [], done: [] });
  const observe = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) =>
    new QueryObserver(queries, { queryKey, queryFn, retry: false, staleTime: Infinity }).subscribe(
      () => undefined,
    );
  const refused = vi.fn(() => Promise.reject({ status: 403 }));
  let arrive = () => {};
  const open = vi.fn(() => new Promise<unknown>((done) => (arrive = () => done({ runs: [] }))));
  const stops = [observe(pickupKeys.day(2, DAY), refused), observe(runKeys.day(1, DAY), open)];
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  record("verb", stopVerb("verb"));
  await vi.advanceTimersByTimeAsync(100);
  // The open day is still being read: what was recorded stays drawn over it.
  expect(waiting()).toEqual(["verb"]);
  arrive();
  await vi.advanceTimersByTimeAsync(100);
  expect(waiting()).toEqual([]);
  expect(crewLane.isFailing()).toBe(false);
  for (const stop of stops) stop();
});

it("a day that is not open is read again for what was recorded there", async () => {
  const { queries } = sender;
  const read = (day: string) => {
    const queryFn = vi.fn(() => Promise.resolve({ runs: [{ stops: [{ id: `s of ${day}` }] }] }));
    return [runKeys.day(1, day), queryFn] as const;
  };
  const [first, firstRead] = read(DAY);
  const [second, secondRead] = read("2030-05-02");
  await queries.fetchQuery({ queryKey: first, queryFn: firstRead });
  await queries.fetchQuery({ queryKey: second, queryFn: secondRead });
  const verb = stopVerb("verb") as Extract<CrewWork, { what: "stop" }>;
  record("verb", { ...verb, event: { ...verb.event, stop_id: `s of ${DAY}` } });
  await vi.advanceTimersByTimeAsync(100);
  expect([firstRead, secondRead].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});
