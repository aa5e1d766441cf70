import { describe, expect, it } from "vitest";
import { freeReturnDays, seasonStops } from "./season";
import { byTimeOfDay, capacityError, capacityOf, NEW_SLOT, timeOfDayLabel } from "./slot-form";

describe("the season", () => {
  it("has free returns from Aug 31 to Sep 3 of the year", () => {
    expect(freeReturnDays(2027)).toEqual(["2027-08-31", "2027-09-01", "2027-09-02", "2027-09-03"]);
  });

  it("stands in the month of the day", () => {
    const states = (day: string) => seasonStops(day).map(({ state }) => state);
    expect(states("2027-07-14")).toEqual(["done", "done", "current", "ahead", "ahead"]);
    expect(states("2027-02-01")).toEqual(["ahead", "ahead", "ahead", "ahead", "ahead"]);
    expect(states("2027-11-01")).toEqual(["done", "done", "done", "done", "done"]);
  });
});

describe("a slot", () => {
  it("starts with five places in the morning", () => {
    expect(NEW_SLOT).toEqual({ capacity: 5, timeOfDay: "morning" });
  });

  it("takes what is no number as 0, and asks for at least 1", () => {
    expect(capacityOf("")).toBe(0);
    expect(capacityOf("many")).toBe(0);
    expect(capacityOf("12")).toBe(12);
    expect(capacityError(0)).toBe("Capacity must be at least 1.");
    expect(capacityError(1)).toBeUndefined();
  });

  it("stands in the order of the day", () => {
    const slot = (time_of_day: "morning" | "evening" | null) => ({
      id: String(time_of_day),
      date: "2027-05-01",
      campus_id: 1,
      capacity: 5,
      available_slots: 5,
      time_of_day,
    });
    const sorted = byTimeOfDay([slot(null), slot("evening"), slot("morning")]);
    expect(sorted.map(({ time_of_day }) => timeOfDayLabel(time_of_day))).toEqual([
      "Morning",
      "Evening",
      "All Day",
    ]);
  });
});
