import type { CustodyCase, KeptEvent } from "@api/commands.types";
import { stopCount } from "@features/crew/pickups/day/pickup-words";
import { formatCampusTime } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";

/** What stands now, in words. */
export function standsNow(one: CustodyCase, utcOffset: string | undefined): string {
  if (one.reason === "cancelled") return "Booking cancelled";
  if (one.reason === "moved" && one.pickup_date) return `Moved to ${formatDay(one.pickup_date)}`;
  if (!one.record) return "No booking";
  if (one.record.status !== "completed") return "Not completed";
  const when = formatCampusTime(one.record.completed_at, utcOffset, "");
  return [stopCount(one.record.items_counted), when].filter(Boolean).join(", ");
}

/** Hours or minutes by which a device's clock was off; empty where it was right within a minute. */
export function clockWords({ clock_offset_ms }: Pick<KeptEvent, "clock_offset_ms">): string {
  const minutes = Math.round(Math.abs(clock_offset_ms) / 60_000);
  if (minutes === 0) return "";
  const size = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `device clock ${size} ${clock_offset_ms < 0 ? "fast" : "slow"}`;
}

/** What an event says was done. */
export const KIND_WORDS: Record<KeptEvent["kind"], string> = {
  waiting: "Set back to waiting",
  on_way: "On Way",
  completed: "Completed",
  counted: "Count put right",
};
