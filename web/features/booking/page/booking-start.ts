import type { BookingStart } from "@lib/site/booking-launcher";

const DAY = /^20\d\d-\d\d-\d\d$/;

/** What an address of `bookingAddress` says; the wizard ignores an unknown plan or campus. */
export function bookingStartOf(search: string): BookingStart {
  const parameters = new URLSearchParams(search);
  const text = (name: string) => parameters.get(name) || undefined;
  const day = (name: string) => DAY.exec(parameters.get(name) ?? "")?.[0];
  const number = (name: string) => {
    const value = Number(parameters.get(name));
    return Number.isInteger(value) && value > 0 && value <= 1000 ? value : undefined;
  };
  const kit = parameters.get("kit");
  const start = {
    planId: text("plan"),
    split: parameters.get("split") === "1" || undefined,
    again: parameters.get("again") === "1" || undefined,
    items: number("items"),
    pickupDate: day("pickup"),
    returnDate: day("return"),
    months: number("months"),
    kit: kit ? kit === "1" : undefined,
    protection: number("protection"),
    miles: number("miles"),
    campusId: number("campus"),
  };
  return Object.fromEntries(
    Object.entries(start).filter(([, value]) => value !== undefined),
  ) as BookingStart;
}
