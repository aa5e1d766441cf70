import { describe, expect, it } from "vitest";
import { formatCampusTime, offsetMinutes } from "./campus-time";

describe("campus time", () => {
  it("is the moment moved by the server's offset, whatever the browser's zone", () => {
    expect(formatCampusTime("2027-05-01T03:05:00+00:00", "-07:00")).toBe("Apr 30, 2027, 8:05 PM");
    expect(formatCampusTime("2027-05-01T03:05:00.123456+00:00", "+05:30")).toBe(
      "May 1, 2027, 8:35 AM",
    );
  });

  it("says UTC while the server's offset is not known", () => {
    expect(formatCampusTime("2027-05-01T03:05:00Z", undefined)).toBe("May 1, 2027, 3:05 AM UTC");
  });

  it("says so when there is no moment", () => {
    expect(formatCampusTime(null, "-07:00")).toBe("Not provided");
    expect(formatCampusTime("soon", "-07:00")).toBe("Not provided");
  });

  it("reads offsets with their sign and minutes", () => {
    expect(offsetMinutes("-07:00")).toBe(-420);
    expect(offsetMinutes("+05:45")).toBe(345);
    expect(offsetMinutes("Vancouver")).toBeUndefined();
  });
});
