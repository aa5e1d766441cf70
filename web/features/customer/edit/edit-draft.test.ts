import type { Booking } from "@api/bookings/booking";
import { describe, expect, it } from "vitest";
import { changesOf, draftOf, editSchema, withoutPickup } from "./edit-draft";

const BOOKING = {
  first_name: "Maya",
  last_name: "Chen",
  phone: null,
  campus_id: 2,
  residence_type: "on_campus",
  building_name: "Nechako",
  address: null,
  pickup_date: "2027-04-28",
  pickup_time: "9:00 AM - 12:00 PM",
  has_flight: false,
  delivery_option: "decide_later",
} as unknown as Booking;

describe("what was changed", () => {
  it("is nothing where the words are the same", () => {
    const draft = { ...draftOf(BOOKING), building_name: " Nechako ", address: "  ", phone: "" };
    expect(changesOf({ ...BOOKING, address: null }, draft)).toEqual({});
  });

  it("says text trimmed, emptied text as none, and leaves the rest out", () => {
    const draft = { ...draftOf(BOOKING), phone: " 604 555 0187 ", building_name: "" };
    expect(changesOf(BOOKING, draft)).toEqual({ phone: "604 555 0187", building_name: null });
  });

  it("can be taken without the pickup", () => {
    const changes = { pickup_date: "2027-05-01", pickup_time: "9:00 AM", phone: "1" };
    expect(withoutPickup(changes)).toEqual({ phone: "1" });
  });
});

it.each([
  [{ first_name: " " }, ["first_name"]],
  [{ has_flight: true, flight_time: null }, ["flight_time"]],
  [{ delivery_option: "same_city" }, ["return_delivery_date", "delivery_address"]],
  [{ delivery_option: "decide_later" }, []],
] as const)("%j lacks %j", (changes, missing) => {
  const { error } = editSchema.safeParse({ ...draftOf(BOOKING), reason: "", ...changes });
  expect(error?.issues.map(({ path }) => path[0]) ?? []).toEqual(missing);
});
