import { expect, it } from "vitest";
import { listThatHolds } from "./price-list";

it.each([
  ["2027-01-01T06:59:59Z", "2025-09-01"],
  ["2027-01-01T07:00:00Z", "2027-01-01"],
  ["2027-06-01T00:00:00Z", "2027-01-01"],
])("at %s the pages are built with the list of %s", (now, day) => {
  expect(listThatHolds(["2027-01-01", "2025-09-01", "2028-01-01"], new Date(now))).toBe(day);
});

it("says so where no list has begun", () => {
  expect(() => listThatHolds(["2027-01-01"], new Date("2026-06-01T12:00:00Z"))).toThrow(
    "no price list",
  );
});
