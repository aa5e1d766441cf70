import { offsetMinutes } from "@lib/format/campus-time";
import { windowOf } from "@lib/site/pickup-windows";
import { business } from "@lib/site/published";
import type { CompletedBooking } from "./completed-booking";

/**
 * The pickup as a calendar file; null while the campus's offset is not known. It is the entry that
 * our mails bring up to date, by the same UID.
 */
export function calendarFile(booking: CompletedBooking, now = new Date()): string | null {
  const { id, code, pickupDate, pickupTime, place, utcOffset } = booking;
  const window = windowOf(pickupTime, null);
  const offset = offsetMinutes(utcOffset);
  if (!window || offset === undefined) return null;
  const at = (time: string) =>
    stamp(new Date(Date.parse(`${pickupDate}T${time}:00Z`) - offset * 60_000));
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${business.name}//Pickups//EN`,
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:pickup-${id}@${business.email.split("@")[1]}`,
    "SEQUENCE:0",
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${at(window.start)}`,
    `DTEND:${at(window.end)}`,
    `SUMMARY:${business.name} pickup`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped(`Booking ${code}\nQuestions: ${business.phone}`)}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
}

function stamp(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&").replaceAll("\n", "\\n");
}

/** Lines of at most 75 bytes, as the format has it; 60 letters leave room for accents. */
function folded(line: string): string {
  return line.match(/.{1,60}/gu)?.join("\r\n ") ?? line;
}
