// @vitest-environment jsdom
import { record as recordChange } from "@features/crew/pickups/offline/outbox";
import { record, runLane } from "@features/crew/runs/offline/run-sender";
import { recordScan } from "@features/warehouse/items/scan-outbox";
import { SESSION_STORAGE_KEY } from "@lib/auth/client";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** Longer than any outbox waits before it tries again. */
const LATER_MS = 120_000;
const ana = { queries: new QueryClient(), userId: "ana" };
let sent: string[];
let reachable: boolean;

function signIn(id: string): void {
  const session = { access_token: id, expires_at: Date.now() / 1_000 + 3_600, user: { id } };
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(session));
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sent = [];
  reachable = false;
  signIn("ana");
  vi.spyOn(globalThis, "fetch").mockImplementation((_, init) => {
    if (!reachable) return Promise.reject(new TypeError("Failed to fetch"));
    sent.push(/"(w\d)"/.exec(String(init?.body))?.[1] ?? "");
    const kept = { stored: [], already: [], unchanged: [], needs_person: [] };
    return Promise.resolve(Response.json(kept));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const works: [string, () => void][] = [
  [
    "a run",
    () =>
      void record(ana, {
        what: "wrong-code",
        event: { id: "w1", stop_id: "s1", salt: "" },
      }),
  ],
  ["a scan", () => void recordScan(ana, "Box 1", { kind: "shelved", item_id: "i1" })],
  [
    "a day of pickups",
    () =>
      recordChange(
        ana,
        { campusId: 1, day: "2027-04-30" },
        { verb: "arrange", order: ["a", "b"], seen: ["b", "a"] },
      ),
  ],
];

it.each(works)("what one did in %s is not sent once another signed in", async (_, work) => {
  work();
  await vi.advanceTimersByTimeAsync(LATER_MS);
  signIn("ben");
  reachable = true;
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(sent).toEqual([]);
});

it("what one did in a run goes out when they are back, past what another did since", async () => {
  const event = (id: string) => ({ id, stop_id: "s1", salt: "" });
  void record(ana, { what: "wrong-code", event: event("w1") });
  await vi.advanceTimersByTimeAsync(LATER_MS);
  signIn("ben");
  reachable = true;
  void record({ ...ana, userId: "ben" }, { what: "wrong-code", event: event("w2") });
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(sent).toEqual(["w2"]);
  signIn("ana");
  await runLane.resume(ana);
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(sent).toEqual(["w2", "w1"]);
});
