import type { Slot } from "@api/pickups/slots";
import { describe, expect, it } from "vitest";
import { freeReturnDays, seasonStops } from "./season";
import { ALL_DAY, byTimeOfDay, freeTimes, slotForm, slotSchema, timeOfDayLabel } from "./slot-form";

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
  it("starts with five places at the first time of day that has no slot", () => {
    const morning = { time_of_day: "morning" } as Slot;
    expect(slotForm(null, [])).toEqual({ capacity: "5", timeOfDay: "morning" });
    expect(slotForm(null, [morning])).toEqual({ capacity: "5", timeOfDay: "afternoon" });
    expect(freeTimes([morning])).toEqual(["afternoon", "evening"]);
  });

  it("takes what is no number as 0, and asks for at least 1", () => {
    const read = (capacity: string) => slotSchema.safeParse({ capacity, timeOfDay: ALL_DAY });
    expect(read("12").data).toEqual({ capacity: 12, timeOfDay: null });
    for (const typed of ["", "many", "0"])
      expect(read(typed).error?.issues[0]?.message).toBe("Capacity must be at least 1.");
  });

  it("stands in the order of the day", () => {
    const slot = (time_of_day: "morning" | "evening" | null) => ({
      id: String(time_of_day),
      date: "2027-05-01",
      campus_id: 1,
      capacity: 5,
      available_slots: 5,
      beyond: 0,
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
