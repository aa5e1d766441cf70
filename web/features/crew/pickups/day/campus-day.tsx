import { type Campus, campusKeys, listCampuses } from "@api/campuses";
import { useCampusClock } from "@api/clock";
import { ListProblem } from "@components/lists/list-problem";
import { useKeptDay } from "@features/crew/pickups/offline/kept-day";
import { useSession } from "@lib/auth/session";
import { drawn } from "@lib/browser/first-stops";
import { parseDay } from "@lib/format/dates";
import { useFailureToast } from "@lib/lists/failure-toast";
import { untilReachable } from "@lib/lists/list-query";
import { useAddress } from "@lib/lists/url-state";
import { useDraftsLoaded } from "@lib/offline/drafts";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useEffect } from "react";

/** A campus and day of a signed-in person, and the way to others. */
export interface CampusDayProps {
  userId: string;
  campuses: readonly Campus[];
  campusId: number;
  day: string;
  today: string;
  utcOffset: string | undefined;
  onCampus: (campusId: string) => void;
  onDay: (day: string) => void;
}

interface ChosenDayProps {
  /** Heads the failure that is shown where neither campuses nor the day are known. */
  title: string;
  failure: string;
  loading: ReactNode;
  children: (chosen: CampusDayProps) => ReactNode;
}

/** The campus and day that the address names, else the first one's today; also from this device. */
export function ChosenDay({ title, failure, loading, children }: ChosenDayProps) {
  const { user } = useSession();
  const dayOpened = useKeptDay(user?.id);
  const draftsLoaded = useDraftsLoaded();
  const opened = dayOpened && draftsLoaded;
  const { params, change } = useAddress();
  const clock = useCampusClock();
  const campuses = useQuery({
    queryKey: campusKeys.all,
    queryFn: () => listCampuses(),
    ...untilReachable,
  });
  const error = campuses.error ?? clock.error;
  useFailureToast(campuses.error, title, failure);
  const failed = Boolean(error && opened);
  useEffect(() => {
    if (failed) drawn();
  }, [failed]);
  const chosen = campuses.data?.find(({ id }) => String(id) === params.get("campus"));
  const campus = chosen ?? campuses.data?.[0];
  const today = clock.data?.today;
  if (!(user && campus && campuses.data && today && opened)) {
    if (!failed) return loading;
    return (
      <ListProblem
        error={error}
        title={title}
        onRetry={() => void Promise.all([campuses.refetch(), clock.refetch()])}
        retrying={campuses.isFetching}
      >
        {failure}
      </ListProblem>
    );
  }
  const date = params.get("date");
  const day = date && parseDay(date) ? date : today;
  return (
    <Fragment key={`${campus.id} ${day}`}>
      {children({
        userId: user.id,
        campuses: campuses.data,
        campusId: campus.id,
        day,
        today,
        utcOffset: clock.data?.utc_offset,
        onCampus: (id) => change({ campus: id }),
        onDay: (next) => change({ date: next === today ? null : next }),
      })}
    </Fragment>
  );
}
