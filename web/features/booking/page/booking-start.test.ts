import { bookingAddress } from "@lib/site/booking-address";
import { expect, it } from "vitest";
import { bookingStartOf } from "./booking-start";

it("a link to the booking page carries what was chosen, and the page reads it again", () => {
  expect(bookingAddress()).toBe("/book");
  expect(bookingAddress({ planId: "medium" })).toBe("/book?plan=medium");
  const start = { planId: "large", split: true, campusId: 3 };
  expect(bookingAddress(start)).toBe("/book?plan=large&split=1&campus=3");
  expect(bookingStartOf("?plan=large&split=1&campus=3")).toEqual(start);
  const estimate = {
    planId: "medium",
    items: 8,
    pickupDate: "2027-04-28",
    returnDate: "2027-08-31",
    kit: false,
    protection: 800,
    miles: 4,
  };
  expect(bookingStartOf(new URL(bookingAddress(estimate), "http://s.test").search)).toEqual(
    estimate,
  );
});

it("an address that says nothing of use starts with nothing", () => {
  expect(bookingStartOf("")).toEqual({});
  expect(bookingStartOf("?campus=abc&split=no&plan=")).toEqual({});
});
