import type { Booking } from "@api/bookings/booking";
import { describe, expect, test } from "vitest";
import { nextWords } from "./next-words";
import { asksToConfirm, campusMoment, stageOf } from "./stage";

const booked = (part: Partial<Booking> = {}) => ({
  campus_id: 1,
  status: "confirmed" as Booking["status"],
  pickup_date: "2027-05-01",
  pickup_time: "9:00 AM - 12:00 PM",
  return_delivery_date: null,
  return_delivery_time: null,
  ...part,
});
const at = (day: string, hour: number, minute = 0) => ({ day, minutes: hour * 60 + minute });

// Rule: what-is-next.
describe("where a booking stands", () => {
  test.each([
    ["no day yet", booked({ pickup_date: null }), at("2027-05-01", 9), "undated"],
    ["days ahead", booked(), at("2027-04-30", 23, 59), "before_pickup"],
    ["before its window", booked(), at("2027-05-01", 7), "pickup_day"],
    ["in its window", booked(), at("2027-05-01", 11, 59), "pickup_day"],
    ["its window over", booked(), at("2027-05-01", 12), "pickup_over"],
    [
      "an hour counts as its window",
      booked({ pickup_time: "9:00 AM" }),
      at("2027-05-01", 11),
      "pickup_day",
    ],
    [
      "without a time the whole day",
      booked({ pickup_time: null }),
      at("2027-05-01", 23, 59),
      "pickup_day",
    ],
    ["its day over", booked({ status: "pending" }), at("2027-05-02", 0), "pickup_over"],
    ["on the way, late too", booked({ status: "in_queue" }), at("2027-05-01", 15), "on_way"],
    [
      "on the way since yesterday",
      booked({ status: "in_queue" }),
      at("2027-05-02", 9),
      "pickup_over",
    ],
    ["picked up, no return yet", booked({ status: "picked_up" }), at("2027-05-01", 15), "stored"],
    [
      "the day it comes back",
      booked({ status: "picked_up", return_delivery_date: "2027-08-31" }),
      at("2027-08-31", 10),
      "return_day",
    ],
    [
      "the return's window over",
      booked({
        status: "picked_up",
        return_delivery_date: "2027-08-31",
        return_delivery_time: "9:00 AM - 12:00 PM",
      }),
      at("2027-08-31", 12, 1),
      "return_over",
    ],
    ["delivered", booked({ status: "delivered" }), at("2027-09-01", 12), "back"],
    ["cancelled", booked({ status: "cancelled" }), at("2027-04-01", 12), "cancelled"],
  ])("%s", (_, booking, now, stage) => {
    expect(stageOf(booking, now)).toBe(stage);
  });

  test("by the server's clock on campus, whatever zone the browser is in", () => {
    const clock = {
      now: "2027-05-02T06:30:00Z",
      today: "2027-05-01",
      time_zone: "America/Vancouver",
      utc_offset: "-07:00",
      receivedAt: performance.now(),
    };
    expect(campusMoment(clock)).toEqual(at("2027-05-01", 23, 30));
  });
});

test.each([
  ["2027-04-28", " We will email you two days before."],
  ["2027-04-29", " We will email you the day before."],
  ["2027-04-30", ""],
])("seen on %s, no mail is promised that is not to come", (day, promise) => {
  const known = { items: 0, asked: "", freeReturn: "Aug 31 - Sep 3" };
  const booking = { ...booked(), building_name: null, address: null } as Booking;
  const { text } = nextWords("before_pickup", booking, at(day, 9), known);
  expect(text).toBe(`9:00 AM - 12:00 PM.${promise}`);
});

describe("whether the pickup stands", () => {
  test.each([
    ["three days before", booked(), at("2027-04-28", 12), false],
    ["two days before", booked(), at("2027-04-29", 8), true],
    ["until its window begins", booked(), at("2027-05-01", 8, 59), true],
    ["its window has begun", booked(), at("2027-05-01", 9), false],
    ["without a time the first one", booked({ pickup_time: null }), at("2027-05-01", 9), false],
    ["the day after", booked(), at("2027-05-02", 8), false],
    ["the crew comes", booked({ status: "in_queue" }), at("2027-05-01", 8), false],
    ["no day", booked({ pickup_date: null }), at("2027-05-01", 8), false],
  ])("%s", (_, booking, now, asked) => {
    expect(asksToConfirm(booking, now)).toBe(asked);
  });
});
