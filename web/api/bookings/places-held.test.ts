import { freeWindows, isFull } from "@api/bookings/places-held";
import { ApiError } from "@api/errors";
import { expect, it } from "vitest";

it("offers the free windows that a refusal names", () => {
  const full = new ApiError(409, "PT409", "The pickup window is full.", null, {
    full: true,
    free: [
      { date: "2027-04-30", pickup_time: "9:00 AM - 12:00 PM" },
      { date: "2027-05-01", pickup_time: null },
    ],
  });
  expect(isFull(full)).toBe(true);
  expect(freeWindows(full)).toEqual([
    {
      day: "2027-04-30",
      time: "9:00 AM - 12:00 PM",
      words: "Friday, April 30, 2027, 9:00 AM - 12:00 PM",
    },
    { day: "2027-05-01", time: null, words: "Saturday, May 1, 2027, any time" },
  ]);
  expect(isFull(new ApiError(409, "PT409", "This booking was cancelled."))).toBe(false);
  expect(freeWindows(new ApiError(409, "PT409", "Full."))).toEqual([]);
});
