import { command, type Rest, rest } from "@api/client";

/** A visit of our crew as a calendar entry; 404 while it has no day and window. */
export async function calendarFile(
  bookingId: string,
  visit: "pickup" | "delivery",
  via: Rest = rest(),
): Promise<{ name: string; file: Blob }> {
  const given = { booking_id: bookingId, visit };
  const { filename, content } = await command("calendar_file", given, via);
  return { name: filename, file: new Blob([content], { type: "text/calendar" }) };
}
