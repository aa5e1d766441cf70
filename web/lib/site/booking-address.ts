import type { BookingStart } from "./booking-launcher";

/** The address of the booking page that starts with this, for links that work before any script. */
export function bookingAddress(start: BookingStart = {}): string {
  const known = new URLSearchParams();
  // `planId` is the parameter `plan`, `pickupDate` is `pickup`.
  for (const [name, value] of Object.entries(start))
    if (value || value === false)
      known.set(name.replace(/Id|Date/, ""), value === true ? "1" : `${value || 0}`);
  return known.size ? `/book?${known}` : "/book";
}
