import { campusDayOf, offsetMinutes } from "@lib/format/campus-time";
import { describe, expect, it } from "vitest";
import { pickupStart, timeLeft } from "./campus-time";

describe("campus time", () => {
  it("counts to the start of the window by the offset that the server says", () => {
    expect(
      pickupStart({ campus_id: 1, pickup_time: "9:00 AM - 12:00 PM" }, "2027-05-01", "-07:00"),
    ).toBe(Date.parse("2027-05-01T16:00:00Z"));
    expect(pickupStart({ campus_id: 1, pickup_time: "5:00 PM" }, "2027-05-01", "-08:00")).toBe(
      Date.parse("2027-05-02T01:00:00Z"),
    );
  });

  it("counts to the first pickup of the day where no time is set", () => {
    expect(pickupStart({ campus_id: 1, pickup_time: null }, "2027-05-01", "-07:00")).toBe(
      Date.parse("2027-05-01T16:00:00Z"),
    );
  });

  it("does not count to what is no date", () => {
    expect(pickupStart({ campus_id: 1, pickup_time: null }, "soon", "-07:00")).toBeUndefined();
    expect(pickupStart({ campus_id: 1, pickup_time: null }, "2027-05-01", "PDT")).toBeUndefined();
  });

  it("counts to noon for the window that begins there", () => {
    expect(
      pickupStart({ campus_id: 1, pickup_time: "12:00 PM - 3:00 PM" }, "2027-05-01", "+00:00"),
    ).toBe(Date.parse("2027-05-01T12:00:00Z"));
  });

  it("knows on which campus day something happened", () => {
    expect(campusDayOf("2027-05-01T06:59:59Z", "-07:00")).toBe("2027-04-30");
    expect(campusDayOf("2027-05-01T07:00:00Z", "-07:00")).toBe("2027-05-01");
    expect(offsetMinutes("+05:45")).toBe(345);
  });
});

describe("the countdown", () => {
  it("splits what is left", () => {
    expect(timeLeft((27 * 3_600 + 4 * 60 + 5) * 1000)).toEqual({
      days: 1,
      hours: 3,
      minutes: 4,
      seconds: 5,
    });
  });

  it("counts a begun second and stops at nothing", () => {
    expect(timeLeft(1).seconds).toBe(1);
    expect(timeLeft(-5000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});
