import { useCampusClock } from "@api/clock";
import { formatCampusTime } from "@lib/format/campus-time";

/** Says a moment on the campus clock. */
export function useCampusTime(): (moment: string) => string {
  const utcOffset = useCampusClock().data?.utc_offset;
  return (moment) => formatCampusTime(moment, utcOffset, "a moment ago");
}
