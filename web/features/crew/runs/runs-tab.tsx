import { ChosenDay } from "@features/crew/pickups/day/campus-day";
import { DayOfRuns } from "./day-of-runs";
import { LoadingRuns } from "./loading-runs";
import { RUNS_FAILURE } from "./run-words";

/** The runs of a campus and day, both in the address: crews work them, the office deals them. */
export function RunsTab({ office, mayExceed }: { office: boolean; mayExceed: boolean }) {
  return (
    <ChosenDay title="Runs Fetch Error" failure={RUNS_FAILURE} loading={<LoadingRuns />}>
      {(chosen) => <DayOfRuns {...chosen} office={office} mayExceed={mayExceed} />}
    </ChosenDay>
  );
}
