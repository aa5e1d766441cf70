import { campusKeys, listCampuses } from "@api/campuses";
import { useCampusClock } from "@api/clock";
import { ListProblem } from "@components/lists/list-problem";
import { useKeptDay } from "@features/backoffice/pickups/offline/kept-day";
import { useSession } from "@lib/auth/session";
import { parseDay } from "@lib/format/dates";
import { untilReachable } from "@lib/lists/list-query";
import { useAddress } from "@lib/lists/url-state";
import { useQuery } from "@tanstack/react-query";
import { DayOfRuns } from "./day-of-runs";
import { LoadingRuns } from "./loading-runs";
import { RUNS_FAILURE } from "./run-words";

/** The runs of a campus and day, both in the address: crews work them, the office deals them. */
export function RunsTab({ office }: { office: boolean }) {
  const { user } = useSession();
  const opened = useKeptDay(user?.id);
  const { params, change } = useAddress();
  const clock = useCampusClock();
  const campuses = useQuery({
    queryKey: campusKeys.all,
    queryFn: () => listCampuses(),
    ...untilReachable,
  });
  const error = campuses.error ?? clock.error;
  const chosen = campuses.data?.find(({ id }) => String(id) === params.get("campus"));
  const campus = chosen ?? campuses.data?.[0];
  const today = clock.data?.today;
  if (!(user && campus && campuses.data && today && opened)) {
    if (!(error && opened)) return <LoadingRuns />;
    return (
      <ListProblem
        error={error}
        title="Runs Fetch Error"
        onRetry={() => void Promise.all([campuses.refetch(), clock.refetch()])}
        retrying={campuses.isFetching}
      >
        {RUNS_FAILURE}
      </ListProblem>
    );
  }
  const date = params.get("date");
  const day = date && parseDay(date) ? date : today;
  return (
    <DayOfRuns
      key={`${campus.id} ${day}`}
      userId={user.id}
      campuses={campuses.data}
      campusId={campus.id}
      day={day}
      today={today}
      utcOffset={clock.data?.utc_offset}
      office={office}
      onCampus={(id) => change({ campus: id })}
      onDay={(next) => change({ date: next === today ? null : next })}
    />
  );
}
