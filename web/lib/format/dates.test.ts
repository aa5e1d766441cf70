import { formatDay, formatInstant, parseDay, toDay } from "@lib/format/dates";
import { describe, expect, it } from "vitest";

describe("days", () => {
  it("survive the way into a calendar and back", () => {
    for (const day of ["2027-05-01", "2028-02-29", "2026-12-31", "2027-03-14"]) {
      expect(toDay(parseDay(day) as Date)).toBe(day);
    }
  });

  it("that do not exist are no days", () => {
    for (const day of ["2027-02-29", "2027-13-01", "2027-5-1", "tomorrow", "", null, undefined]) {
      expect(parseDay(day)).toBeUndefined();
    }
  });

  it("are shown without shifting into another zone", () => {
    expect(formatDay("2027-05-01")).toBe("Sat, May 1, 2027");
    expect(formatDay("2027-05-01", "short")).toBe("May 1");
  });

  it("that are missing say so in the caller's words", () => {
    expect(formatDay(null)).toBe("Not scheduled");
    expect(formatDay(undefined, "medium", "To Be Determined")).toBe("To Be Determined");
    expect(formatInstant("nonsense")).toBe("Not provided");
  });
});
