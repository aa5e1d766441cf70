// @vitest-environment jsdom
import { SESSION_STORAGE_KEY } from "@lib/auth/client";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLane } from "./lane";
import type { Failure } from "./send-again";

/** Longer than a lane waits before it tries again. */
const LATER_MS = 120_000;
const wren = { queries: new QueryClient(), userId: "wren" };
const AWAY: Failure = { unreachable: true, passing: true, retryAfter: 0 };
const REFUSED: Failure = { unreachable: false, passing: false, retryAfter: 0 };

let sent: string[];
let answers: Record<string, Failure | Promise<void>>;
let away: boolean;

const lane = createLane<string, void>({
  send: async ([entry]) => {
    const work = entry?.work ?? "";
    if (away) throw AWAY;
    const answer = answers[work];
    if (answer instanceof Promise) await answer;
    else if (answer) throw answer;
    sent.push(work);
  },
  failureOf: (error) => error as Failure,
  readAgain: () => Promise.resolve(),
  onRefused: (_, { work }) => (work === "a drag" ? "drop" : "keep"),
});

const drawn = () => lane.entries("wren").map(({ work }) => work);
const record = (id: string) => void lane.record(wren, { id, work: id });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify({ user: { id: "wren" } }));
  sent = [];
  answers = {};
  away = false;
});

afterEach(async () => {
  away = false;
  answers = {};
  await vi.advanceTimersByTimeAsync(LATER_MS);
  vi.useRealTimers();
});

it("work stays drawn in its order until the server is there again, then goes out once", async () => {
  away = true;
  for (const id of ["first", "second", "third"]) record(id);
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(drawn()).toEqual(["first", "second", "third"]);
  expect(lane.isFailing()).toBe(true);
  away = false;
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(sent).toEqual(["first", "second", "third"]);
  expect(drawn()).toEqual([]);
});

it("a refused entry is sent again later, and holds up nothing behind it", async () => {
  answers = { bad: REFUSED, "a drag": REFUSED };
  for (const id of ["bad", "a drag", "good"]) record(id);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(["good"]);
  expect(drawn()).toEqual(["bad"]);
  answers = {};
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(sent).toEqual(["good", "bad"]);
});

it("an entry that was taken back before it was sent never goes out", async () => {
  away = true;
  for (const id of ["right", "wrong", "photo of wrong"]) record(id);
  await vi.advanceTimersByTimeAsync(LATER_MS);
  const removed = lane.takeBack("wrong", "photo of wrong");
  away = false;
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(await removed).toBe(true);
  expect(sent).toEqual(["right"]);
});

it("an entry that the server has stored cannot be taken back, not even while it is sent", async () => {
  let arrive = () => {};
  answers = { late: new Promise<void>((done) => (arrive = done)) };
  record("late");
  await vi.advanceTimersByTimeAsync(0);
  const removed = lane.takeBack("late");
  arrive();
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(await removed).toBe(false);
  expect(await lane.takeBack("late")).toBe(false);
  expect(sent).toEqual(["late"]);
});
