import { campusKeys, listCampuses } from "@api/campuses";
import { useCampusClock } from "@api/clock";
import { ListProblem } from "@components/lists/list-problem";
import { Calendar } from "@components/ui/calendar";
import { Card } from "@components/ui/card";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { Skeleton } from "@components/ui/skeleton";
import { SummerLine } from "@components/ui/summer-line";
import { LoadNotice } from "@features/office/crew/load-notice";
import { formatDay, parseDay } from "@lib/format/dates";
import { useFailureToast } from "@lib/lists/failure-toast";
import { untilReachable } from "@lib/lists/list-query";
import { useAddress } from "@lib/lists/url-state";
import { longCampus } from "@lib/site/campus-names";
import { useQuery } from "@tanstack/react-query";
import { CopyWeek } from "./copy-week";
import { DaySlots } from "./day-slots";
import { freeReturnDays, seasonStops, yearOf } from "./season";
import { WeekPlaces } from "./week-places";

const FAILURE = "Failed to fetch campuses.";

interface ScheduleTabProps {
  /** executives make and change slots */
  canEdit: boolean;
  /** the office closes days */
  canClose: boolean;
}

/** How many places a campus offers on a day: campus, calendar, and the slots of the chosen date. */
export function ScheduleTab({ canEdit, canClose }: ScheduleTabProps) {
  const { params, change } = useAddress();
  const clock = useCampusClock();
  const campuses = useQuery({
    queryKey: campusKeys.all,
    queryFn: () => listCampuses(),
    ...untilReachable,
  });
  useFailureToast(campuses.error, "Error", FAILURE);

  const chosenCampus = campuses.data?.find(({ id }) => String(id) === params.get("campus"));
  const campus = chosenCampus ?? campuses.data?.[0];
  const date = parseDay(params.get("date")) ? params.get("date") : clock.data?.today;
  const error = campuses.error ?? (date ? null : clock.error);
  if (error && !(campus && date)) {
    return (
      <ListProblem
        error={error}
        title="Error"
        onRetry={() => void Promise.all([campuses.refetch(), clock.refetch()])}
        retrying={campuses.isFetching}
      >
        {FAILURE}
      </ListProblem>
    );
  }
  if (!(campus && date)) return <LoadingSchedule />;

  const thisYear = yearOf(clock.data?.today ?? date);
  // Next year's places are planned before this year ends: its free dates are marked there too.
  const freeDays = [...new Set([thisYear, yearOf(date)])].flatMap(freeReturnDays);
  return (
    <div className="grid gap-5">
      <div className="grid items-center gap-4 rounded-2xl bg-mist px-3 py-4 sm:px-5 lg:grid-cols-[8rem_minmax(0,1fr)]">
        <h2 className="text-xl">Schedule</h2>
        <SummerLine label="Months of the season" stops={seasonStops(date)} />
      </div>
      <div className="grid items-start gap-5 md:grid-cols-[23rem_minmax(0,1fr)]">
        <Card className="grid gap-4">
          <Field label="Campus">
            <Select
              options={(campuses.data ?? []).map(({ id }) => ({
                value: String(id),
                label: longCampus(id),
              }))}
              value={String(campus.id)}
              onValueChange={(next) => change({ campus: next })}
            />
          </Field>
          <Calendar
            value={date}
            onChange={(day) => change({ date: day })}
            marked={freeDays}
            className="max-w-88 justify-self-center"
          />
          <Legend freeDays={freeReturnDays(thisYear)} />
        </Card>
        <div className="grid min-w-0 gap-5">
          <WeekPlaces
            campusId={campus.id}
            date={date}
            freeDays={freeDays}
            action={
              canEdit ? (
                <CopyWeek campusId={campus.id} campus={longCampus(campus.id)} date={date} />
              ) : null
            }
          />
          <LoadNotice campusId={campus.id} day={date} always />
          <DaySlots
            key={`${campus.id} ${date}`}
            campusId={campus.id}
            date={date}
            freeReturn={freeDays.includes(date)}
            canEdit={canEdit}
            canClose={canClose}
            today={clock.data?.today}
          />
        </div>
      </div>
    </div>
  );
}

function Legend({ freeDays }: { freeDays: readonly string[] }) {
  return (
    <ul aria-label="Legend" className="grid gap-1.5 border-t border-line pt-3 text-xs">
      <li className="flex items-center gap-2.5">
        <span aria-hidden="true" className="mx-0.5 size-5 rounded-full bg-tape" />
        Selected date
      </li>
      <li className="flex items-center gap-2.5">
        <span aria-hidden="true" className="h-1.5 w-6 bg-tape" />
        <span>
          Free return dates ({formatDay(freeDays[0], "short")} to{" "}
          {formatDay(freeDays.at(-1), "short")})
        </span>
      </li>
    </ul>
  );
}

function LoadingSchedule() {
  return (
    <div role="status" aria-label="Loading schedule" className="grid gap-5">
      <Skeleton className="h-28 rounded-2xl" />
      <div className="grid items-start gap-5 md:grid-cols-[23rem_minmax(0,1fr)]">
        <Skeleton className="h-140 rounded-card" />
        <Skeleton className="h-64 rounded-card" />
      </div>
    </div>
  );
}
