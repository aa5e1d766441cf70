import { describe, expect, it } from "vitest";
import { placesOf, weekOf, weeksAfter } from "./week";

describe("a week", () => {
  it("runs from Sunday to Saturday around a day", () => {
    const week = weekOf("2027-05-01");
    expect([week.length, week[0], week[6]]).toEqual([7, "2027-04-25", "2027-05-01"]);
    expect(weekOf("2027-04-25")).toEqual(week);
    expect(weekOf("2027-01-01")[0]).toBe("2026-12-27");
  });

  it("is some weeks after another", () => {
    expect(weeksAfter("2027-04-25", 1)).toBe("2027-05-02");
  });

  it("has places taken beside places offered, or no limit", () => {
    expect(placesOf([])).toBeNull();
    expect(
      placesOf([
        { capacity: 5, available_slots: 1 },
        { capacity: 3, available_slots: 3 },
      ]),
    ).toEqual({ taken: 4, offered: 8 });
  });
});
