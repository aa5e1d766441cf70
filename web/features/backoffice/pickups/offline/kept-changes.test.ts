import { beforeEach, describe, expect, it } from "vitest";
import { forget, keep, keptChanges } from "./kept-changes";
import type { KeptChange } from "./pickup-change";

const NOW = Date.UTC(2030, 4, 1);
const change = (key: string, at: number): KeptChange => ({
  key,
  at,
  campusId: 1,
  day: "2030-05-01",
  change: { verb: "arrange", order: ["b", "a"], seen: ["a", "b"] },
});
const keys = (userId: string) => keptChanges(userId, NOW).map(({ key }) => key);

describe("changes that the server has not answered", () => {
  beforeEach(() => localStorage.clear());

  it("stay, in their order, until they are answered", () => {
    keep("wren", change("later", NOW - 1_000));
    keep("wren", change("first", NOW - 2_000));
    expect(keys("wren")).toEqual(["first", "later"]);
    forget("wren", "first");
    expect(keptChanges("wren", NOW)).toEqual([change("later", NOW - 1_000)]);
  });

  it("are one person's, and nobody else's who signs in on this device", () => {
    keep("wren", change("hers", NOW));
    expect(keys("kai")).toEqual([]);
    expect(keys("wren")).toEqual(["hers"]);
  });

  it("are dropped when the server would not know them again, or nobody can read them", () => {
    keep("wren", change("old", NOW - 7 * 24 * 60 * 60 * 1000));
    localStorage.setItem("summerstow-pickups:wren:broken", "{");
    expect(keys("wren")).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });
});
