import type { BookingStart } from "./booking-launcher";

/** `planId` is the parameter `plan`, `pickupDate` is `pickup`. */
const parameterOf = (name: string) => name.replace(/Id$|Date$/, "");

/** The address of the booking page that starts with this, for links that work before any script. */
export function bookingAddress({ resume, ...start }: BookingStart = {}): string {
  const known = new URLSearchParams();
  for (const [name, value] of Object.entries(start))
    if (value || (name === "kit" && value === false))
      known.set(parameterOf(name), value === true ? "1" : `${value || 0}`);
  return known.size ? `/book?${known}` : "/book";
}
