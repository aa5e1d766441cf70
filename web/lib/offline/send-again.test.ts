import { afterEach, expect, it, vi } from "vitest";
import { againAfter } from "./send-again";

afterEach(() => void vi.restoreAllMocks());

const away = { unreachable: true, passing: true, retryAfter: 0 };
const fault = { unreachable: false, passing: true, retryAfter: 0 };

it("asks again soon after the first failure, then ever later, up to the bound", () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const waits = (failure: typeof away) =>
    [0, 1, 2, 3, 10].map((failures) => againAfter(failures, failure));
  expect(waits(away)).toEqual([1_000, 2_000, 3_000, 3_000, 3_000]);
  expect(waits(fault)).toEqual([1_000, 2_000, 4_000, 8_000, 30_000]);
});

it("spreads what many devices send, over half of that time", () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  expect(againAfter(3, fault)).toBe(4_000);
});

it("waits for as long as the answer says, and no longer than half a minute", () => {
  expect(againAfter(0, { ...away, retryAfter: 7 })).toBe(7_000);
  expect(againAfter(0, { ...fault, retryAfter: 3_600 })).toBe(30_000);
});

it("waits for half a minute with what was refused for what it says", () => {
  expect(againAfter(0, { ...fault, passing: false })).toBe(30_000);
});
