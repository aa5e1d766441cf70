import type { Booking } from "@api/bookings/booking";
import type { BookingStatus } from "@api/database.types";
import { bookingCode } from "@lib/format/booking-code";
import { describe, expect, it } from "vitest";
import { awaitsPickup, bookingName, currentBooking, summerStops, whyFixed } from "./booking-state";

const booking = (id: string, status: BookingStatus) => ({ id, status }) as Booking;
const ALL: BookingStatus[] = [
  "pending",
  "confirmed",
  "in_queue",
  "picked_up",
  "delivered",
  "completed",
  "cancelled",
];

describe("the booking that the dashboard shows", () => {
  it("is the newest one under way", () => {
    const list = [booking("3", "cancelled"), booking("2", "pending"), booking("1", "confirmed")];
    expect(currentBooking(list)?.id).toBe("2");
  });

  it("is the newest of all when none is under way", () => {
    expect(currentBooking([booking("2", "cancelled"), booking("1", "completed")])?.id).toBe("2");
    expect(currentBooking([])).toBeUndefined();
  });
});

describe("a booking's dates", () => {
  it("may change until the items are picked up, and say why not after that", () => {
    const changeable = ALL.filter((status) => whyFixed(status) === null);
    expect(changeable).toEqual(["pending", "confirmed", "in_queue"]);
    expect(whyFixed("picked_up")).toContain("picked up");
    expect(whyFixed("cancelled")).toContain("cancelled");
  });

  it("await a pickup only before it", () => {
    expect(ALL.filter((status) => awaitsPickup({ status }))).toEqual(changeableStatuses());
  });
});

function changeableStatuses(): BookingStatus[] {
  return ["pending", "confirmed", "in_queue"];
}

describe("the summer line of a booking", () => {
  const states = (status: BookingStatus) =>
    summerStops({ status }, { booked: "", pickup: "", back: "" }).map(({ state }) => state);

  it("moves from booked to back again", () => {
    expect(states("pending")).toEqual(["current", "ahead", "ahead", "ahead"]);
    expect(states("confirmed")).toEqual(["done", "ahead", "ahead", "ahead"]);
    expect(states("in_queue")).toEqual(["done", "current", "ahead", "ahead"]);
    expect(states("picked_up")).toEqual(["done", "done", "current", "ahead"]);
    expect(states("delivered")).toEqual(["done", "done", "done", "done"]);
    expect(states("completed")).toEqual(["done", "done", "done", "done"]);
    expect(states("cancelled")).toEqual(["ahead", "ahead", "ahead", "ahead"]);
  });
});

describe("what stands on a label", () => {
  it("is the same short code as in mails", () => {
    expect(bookingCode("7f3a91c2-0000-4000-8000-000000000000")).toBe("7F3A-91C2");
    expect(bookingCode("019a0000-0000-7000-8000-00007f3a91c2")).toBe("7F3A-91C2");
  });

  it("is the name, or the guest's", () => {
    const guest = {
      first_name: null,
      last_name: null,
      guest_first_name: "Maya",
      guest_last_name: "Chen",
    };
    expect(bookingName(guest as Booking)).toBe("Maya Chen");
  });
});
