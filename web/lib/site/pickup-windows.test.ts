import { describe, expect, it } from "vitest";
import { firstHour, hoursOf, startOf, windowOf, windowsOf, windowsOfAll } from "./pickup-windows";

const MORNING = "9:00 AM - 12:00 PM";
const EVENING = "3:00 PM - 6:00 PM";

// Rule: pickup-windows.
describe("a campus's pickup windows", () => {
  it("are those that are published, with the hours inside them", () => {
    expect(windowsOf(1).map(({ label }) => label)).toEqual([
      MORNING,
      "12:00 PM - 3:00 PM",
      EVENING,
    ]);
    expect(hoursOf(1).at(0)).toBe("9:00 AM");
    expect(hoursOf(1)).toHaveLength(9);
    expect(windowsOf(99)).toEqual([]);
    expect(windowsOfAll([1, 2]).map(({ time_of_day }) => time_of_day)).toEqual([
      "morning",
      "afternoon",
      "evening",
    ]);
  });

  it("are what a stored time means, also when the campus has others by now", () => {
    expect(windowOf("4:00 PM", 1)?.label).toBe(EVENING);
    expect(windowOf("4:30 PM - 8:00 PM", 1)).toMatchObject({ start: "16:30", end: "20:00" });
    expect(windowOf("midnight", 1)).toBeUndefined();
    expect(firstHour(EVENING, 1)).toBe("3:00 PM");
    // A window without a whole hour is chosen as itself.
    expect(firstHour("9:30 AM - 9:50 AM", 1)).toBe("9:30 AM - 9:50 AM");
    expect(firstHour("11:30 AM - 2:00 PM", 1)).toBe("11:30 AM - 2:00 PM");
    expect(startOf("12:00 PM")).toBe("12:00");
    expect(startOf("12:30 AM - 1:00 AM")).toBe("00:30");
  });
});
