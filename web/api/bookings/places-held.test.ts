import { freeWindows, isFull } from "@api/bookings/places-held";
import { ApiError } from "@api/errors";
import { expect, it } from "vitest";

it("reads the free windows that a refusal names", () => {
  const full = new ApiError(
    409,
    "PT409",
    "The pickup window Thursday, April 29, 2027, 9:00 AM - 12:00 PM is full.",
    "Friday, April 30, 2027, 9:00 AM - 12:00 PM; Saturday, May 1, 2027, any time; soon",
  );
  expect(isFull(full)).toBe(true);
  expect(freeWindows(full).map(({ day, time }) => [day, time])).toEqual([
    ["2027-04-30", "9:00 AM - 12:00 PM"],
    ["2027-05-01", null],
  ]);
  expect(isFull(new ApiError(409, "PT409", "This booking was cancelled."))).toBe(false);
  expect(freeWindows(new ApiError(409, "PT409", "Full."))).toEqual([]);
});
