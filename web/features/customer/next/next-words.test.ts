import type { Booking } from "@api/bookings/booking";
import { expect, test } from "vitest";
import { nextWords } from "./next-words";

const NOW = { day: "2027-08-31", minutes: 9 * 60 };
const KNOWN = { items: 7, asked: "", freeReturn: "Aug 31 - Sep 3" };
const booked = (part: Partial<Booking>) => part as Booking;

test.each([
  ["12:00 PM - 3:00 PM", "12:00 PM - 3:00 PM, 12 Elm St."],
  [null, "12 Elm St."],
])("on the day of the return it says when and where, as a sentence begins", (time, words) => {
  const back = booked({ return_delivery_time: time, delivery_address: "12 Elm St" });
  expect(nextWords("return_day", back, NOW, KNOWN)).toEqual({
    title: "We bring your 7 items back today",
    text: words,
  });
});

test("tomorrow is a word, and two days are a number", () => {
  const on = (day: string) =>
    nextWords("before_pickup", booked({ pickup_date: day }), NOW, KNOWN).title;
  expect(on("2027-09-01")).toBe("We pick up tomorrow");
  expect(on("2027-09-02")).toBe("We pick up in 2 days");
});

test("a day that is over asks for another one, until one was asked for", () => {
  const over = (asked: string) =>
    nextWords("pickup_over", booked({ pickup_date: "2027-08-30" }), NOW, { ...KNOWN, asked }).text;
  expect(over("")).toContain("choose another day");
  expect(over("Sep 2, 2027, 9:00 AM")).toBe(
    "You asked for Sep 2, 2027, 9:00 AM. We will answer by email.",
  );
});
