import type { FoundBooking, FoundCustomer } from "@api/commands.types";
import { describe, expect, it } from "vitest";
import { foundPeople, isPlanned } from "./found-people";

const booking = (more: Partial<FoundBooking>): FoundBooking => ({
  id: "b1",
  code: "7F3A-91C2",
  user_id: null,
  customer_id: null,
  name: "Gil Guest",
  email: "gil@x.example",
  phone: "+16045550100",
  campus: "Vancouver Campus",
  address: "Room 1",
  pickup_date: "2027-05-02",
  pickup_time: "9:00 AM - 12:00 PM",
  status: "confirmed",
  ...more,
});
const mia: FoundCustomer = {
  id: "u1",
  name: "Mia",
  customer_id: "SS-MIA22",
  email: "mia@x.example",
  phone: null,
};
const found = (bookings: FoundBooking[], customers = [mia]) =>
  foundPeople({ customers, bookings, invoices: [] });

describe("whom Add Pickup finds", () => {
  it("is a guest too, by the booking that goes on", () => {
    const [, guest] = found([booking({})]);
    expect(guest).toMatchObject({
      name: "Gil Guest",
      code: "7F3A-91C2",
      who: { booking_id: "b1" },
    });
  });

  it("is a guest once, and none whose bookings are over", () => {
    expect(found([booking({}), booking({ id: "b2" })], [])).toHaveLength(1);
    expect(found([booking({ status: "completed" })], [])).toEqual([]);
  });

  it("has the booking of an account with the account", () => {
    const people = found([booking({ user_id: "u1" })]);
    expect(people).toHaveLength(1);
    expect(people[0]).toMatchObject({ who: { user_id: "u1" }, booking: { id: "b1" } });
  });

  it("has a pickup planned until it was picked up", () => {
    const planned = (more: Partial<FoundBooking>) => found([booking(more)], []).map(isPlanned);
    expect(planned({})).toEqual([true]);
    expect(planned({ pickup_date: null })).toEqual([false]);
    expect(planned({ status: "picked_up" })).toEqual([false]);
    expect(found([]).map(isPlanned)).toEqual([false]);
  });
});
