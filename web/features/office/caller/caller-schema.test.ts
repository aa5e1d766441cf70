import { expect, it } from "vitest";
import { bookingOf, OFF_CAMPUS, residencesOf } from "./caller-schema";

const typed = {
  first_name: "Kai",
  last_name: "Ito",
  email: "kai@example.test",
  phone: "(604) 555-0150",
  campus: "1",
  residence: "Totem Park",
  place: "412",
  day: "2031-04-27",
  window: "9:00 AM - 12:00 PM",
  kit: "",
  comments: "",
  exceed: false,
};

it("puts the room before its residence's address, and the number in digits", () => {
  expect(bookingOf(typed)).toEqual({
    first_name: "Kai",
    last_name: "Ito",
    email: "kai@example.test",
    phone: "+16045550150",
    campus_id: 1,
    residence_type: "on_campus",
    building_name: "Totem Park",
    address: "Room 412, 2525 West Mall, Vancouver BC V6T 1W9",
    pickup_date: "2031-04-27",
    pickup_time: "9:00 AM - 12:00 PM",
  });
});

it("takes another address as it is typed", () => {
  const booking = bookingOf({ ...typed, residence: OFF_CAMPUS, place: "12 Oak Street" });
  expect(booking).toMatchObject({ residence_type: "other", address: "12 Oak Street" });
  expect(booking).not.toHaveProperty("building_name");
  expect(residencesOf("1")[0]?.value).toBe(OFF_CAMPUS);
});
