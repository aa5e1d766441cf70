// @vitest-environment jsdom
import { crewLane } from "@features/crew/offline/crew-lane";
import type { CrewWork } from "@features/crew/offline/crew-work";
import { recordItems } from "@features/crew/offline/record-items";
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

const wrongCode = (id: string): CrewWork => ({
  what: "wrong-code",
  about: "Ana",
  event: { id, stop_id: "s1", salt: "" },
});

const works: [string, () => void][] = [
  ["a run", () => void crewLane.record(ana, { work: wrongCode("w1") })],
  ["a scan", () => void recordItems(ana, "Box 1", [{ kind: "shelved", item_id: "i1" }])],
  [
    "a day of pickups",
    () =>
      void crewLane.record(ana, {
        work: {
          what: "pickup",
          campusId: 1,
          day: "2027-04-30",
          change: { verb: "arrange", order: ["a", "b"], seen: ["b", "a"] },
        },
      }),
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
  void crewLane.record(ana, { work: wrongCode("w1") });
  await vi.advanceTimersByTimeAsync(LATER_MS);
  signIn("ben");
  reachable = true;
  void crewLane.record({ ...ana, userId: "ben" }, { work: wrongCode("w2") });
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(sent).toEqual(["w2"]);
  signIn("ana");
  await crewLane.resume(ana);
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect([...new Set(sent.filter(Boolean))]).toEqual(["w2", "w1"]);
});
