/** The short form of a booking's id, as mails and staff say it: "7F3A-91C2". */
export function bookingCode(id: string): string {
  const digits = id.replaceAll("-", "").toUpperCase();
  // What an id of version 7 begins with is the time, the same for all bookings of a minute.
  const code = digits[12] === "7" ? digits.slice(-8) : digits.slice(0, 8);
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
