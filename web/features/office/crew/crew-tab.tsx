import { useCampusClock } from "@api/clock";
import { ListSkeleton } from "@features/office/list-parts";
import { Availability } from "./availability";
import { DayLoads } from "./day-loads";
import { HoursReport } from "./hours-report";

/** When the crew can work, how much there is to do, and how long it took; a worker's own. */
export function CrewTab({ office }: { office: boolean }) {
  const clock = useCampusClock().data;
  if (!clock) return <ListSkeleton />;
  const { today, utc_offset } = clock;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="text-xl">{office ? "Crew" : "My work"}</h2>
      {office ? <DayLoads today={today} /> : null}
      <Availability today={today} office={office} />
      <HoursReport today={today} utcOffset={utc_offset} office={office} />
    </div>
  );
}
