import type { KeptEvent } from "@api/commands.types";
import { KIND_WORDS } from "@features/crew/pickups/dates/case-words";
import { stopCount } from "./pickup-words";
import { RecordedTimes } from "./recorded-times";

interface RecordedEventsProps {
  events: readonly KeptEvent[];
  utcOffset: string | undefined;
}

/** What was recorded for a stop, the earliest first. */
export function RecordedEvents({ events, utcOffset }: RecordedEventsProps) {
  return (
    <ol className="grid gap-3">
      {events.map((event) => (
        <li key={event.id} className="grid gap-0.5 text-sm">
          <p className="font-semibold">
            {KIND_WORDS[event.kind]}
            {event.items_counted === null ? "" : `, ${stopCount(event.items_counted)}`}
            {event.signed_by ? `, signed by ${event.signed_by}` : ""}
          </p>
          {event.note ? <p className="wrap-anywhere">“{event.note}”</p> : null}
          {event.actor_name ? <p className="text-xs">{event.actor_name}</p> : null}
          <RecordedTimes event={event} utcOffset={utcOffset} />
        </li>
      ))}
    </ol>
  );
}
