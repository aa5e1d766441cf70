import { formatDay } from "@lib/format/dates";

interface Pickup {
  campus: string;
  pickup_date: string | null;
  pickup_time: string | null;
  residence?: string;
}

/** When and where the crew comes for a shared bundle; the address only if the reader may see it. */
export function SharedPickup({ pickup }: { pickup: Pickup }) {
  const { campus, pickup_date: day, pickup_time: window, residence } = pickup;
  return (
    <dl aria-label="The pickup" className="grid w-full gap-x-6 gap-y-3 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">Pickup</dt>
        <dd className="font-semibold">
          {day ? formatDay(day, "long") : "The day is not chosen yet. We email you once it is."}
          {day && window ? <span className="block">{window}</span> : null}
        </dd>
      </div>
      <div className="min-w-0">
        <dt className="text-sm text-muted">Place</dt>
        <dd className="font-semibold wrap-anywhere">
          {residence ? <span className="block">{residence}</span> : null}
          {campus}
        </dd>
      </div>
    </dl>
  );
}
