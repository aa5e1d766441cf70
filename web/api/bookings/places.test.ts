import { dayNotes } from "@api/bookings/places";
import type { DayPlaces } from "@api/commands.types";
import { expect, it } from "vitest";

function day(date: string, ...left: (number | null | "over")[]): DayPlaces {
  return {
    date,
    closed: false,
    reason: null,
    windows: left.map((one, index) => ({
      time_of_day: (["morning", "afternoon", "evening"] as const)[index] ?? "morning",
      label: "9:00 AM - 12:00 PM",
      places_left: one === "over" ? 3 : one,
      capacity: one === null ? null : 5,
      over: one === "over",
    })),
  };
}

it("says how many places a day has left, leaving out windows that are over", () => {
  const days = [day("2027-05-01", "over", 1, 0), day("2027-05-02", 5, 5, 2), day("2027-05-03", 0)];
  expect(dayNotes(days)).toEqual({
    "2027-05-01": { short: "1", words: "1 place left", gone: false },
    "2027-05-02": { short: "12", words: "12 places left", gone: false },
    "2027-05-03": { short: "Full", words: "full", gone: true },
  });
});

it("says nothing of a day that has a window without a limit", () => {
  expect(dayNotes([day("2027-05-01", 0, null, 2)])).toEqual({});
});
