import type { KeptEvent } from "@api/commands.types";
import { clockWords } from "@features/crew/pickups/dates/case-words";
import { formatCampusTime } from "@lib/format/campus-time";

interface RecordedTimesProps {
  event: KeptEvent;
  utcOffset: string | undefined;
}

/** When it happened, when the server heard of it, and what the device's own clock said. */
export function RecordedTimes({ event, utcOffset }: RecordedTimesProps) {
  const off = clockWords(event);
  const device = off
    ? ` (${formatCampusTime(event.device_at, utcOffset)} on the device: ${off})`
    : "";
  return (
    <p className="tabular text-xs text-muted">
      At the door {formatCampusTime(event.at, utcOffset)}
      {device}. Received {formatCampusTime(event.received_at, utcOffset)}.
    </p>
  );
}
