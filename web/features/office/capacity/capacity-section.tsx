import { useCampusClock } from "@api/clock";
import { OverbookedDays } from "@features/office/crew/overbooked-days";
import { ListSkeleton } from "@features/office/list-parts";
import { storedSeasons } from "@features/office/settings/season/season-document";
import { useSection } from "@features/office/settings/section-query";
import { addDays } from "@lib/format/dates";
import { CloseRange } from "./close-range";
import { PlacesForm } from "./places-form";

/** Days that are proposed where there is no season. */
const WEEKS_DAYS = 27;

/** How many places the windows of many days have, and ranges of days that are closed. */
export function CapacitySection() {
  const season = useSection("season");
  const today = useCampusClock().data?.today;
  if (!today || (!season.data && !season.error)) return <ListSkeleton />;
  const coming = storedSeasons(season.data?.document ?? { seasons: [] }).find(
    ({ last_pickup }) => last_pickup >= today,
  );
  const from = coming && coming.first_pickup > today ? coming.first_pickup : today;
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl">Capacity</h2>
        <p className="text-sm text-muted">
          How many pickups and deliveries each window takes. Single days are changed under Schedule.
        </p>
      </div>
      <PlacesForm
        today={today}
        first={from}
        last={coming?.last_pickup ?? addDays(from, WEEKS_DAYS)}
      />
      <OverbookedDays from={from} />
      <CloseRange today={today} />
    </div>
  );
}
