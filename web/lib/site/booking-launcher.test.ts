import { bookingAddress, bookingStartOf } from "@lib/site/booking-launcher";
import { expect, it } from "vitest";

it("a link to the booking page carries what was chosen, and the page reads it again", () => {
  expect(bookingAddress()).toBe("/book");
  expect(bookingAddress({ planId: "medium" })).toBe("/book?plan=medium");
  const start = { planId: "large", split: true, campusId: 3 };
  expect(bookingAddress(start)).toBe("/book?plan=large&split=1&campus=3");
  expect(bookingStartOf("?plan=large&split=1&campus=3")).toEqual(start);
});

it("an address that says nothing of use starts with nothing", () => {
  expect(bookingStartOf("")).toEqual({});
  expect(bookingStartOf("?campus=abc&split=no&plan=")).toEqual({});
});
