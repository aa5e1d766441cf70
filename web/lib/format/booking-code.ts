/** The short form of a booking's id, as mails and staff say it: "7F3A-91C2". */
export function bookingCode(id: string): string {
  const head = id.replaceAll("-", "").slice(0, 8).toUpperCase();
  return `${head.slice(0, 4)}-${head.slice(4)}`;
}
