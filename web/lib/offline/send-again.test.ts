import { afterEach, expect, it, vi } from "vitest";
import { againAfter, waitsFor } from "./send-again";

afterEach(() => {
  vi.restoreAllMocks();
  waitsFor(0);
});

it("asks again soon after the first failure, then ever later, up to the bound", () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  expect([0, 1, 2, 3, 10].map((failures) => againAfter(failures, 5_000))).toEqual([
    1_000, 2_000, 4_000, 5_000, 5_000,
  ]);
});

it("spreads what many devices send, over half of that time", () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  expect(againAfter(3, 30_000)).toBe(4_000);
});

it("waits for as long as the server says, and no longer than half a minute", () => {
  vi.spyOn(Date, "now").mockReturnValue(0);
  waitsFor(7);
  expect(againAfter(0, 3_000)).toBe(7_000);
  waitsFor(3_600);
  expect(againAfter(0, 3_000)).toBe(30_000);
});
