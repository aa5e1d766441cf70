import { useCampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { seasonOverview } from "@api/reports/executive-overview";
import { emptyVan } from "@components/illustration/scenes";
import { ListProblem } from "@components/lists/list-problem";
import { EmptyState } from "@components/ui/empty-state";
import { Skeleton } from "@components/ui/skeleton";
import { useDataSession, useEndOfSession } from "@features/office/data-session";
import { StaffList } from "@features/office/staff/staff-list";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { useAddress } from "@lib/lists/url-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Charts } from "./charts/charts";
import { OwedByAge, RevenueByCampus, Sources } from "./divisions";
import { FigureCards } from "./figure-cards";
import { isEmptySeason } from "./figures";
import { KeepingCards } from "./keeping-cards";
import { OverviewFilters } from "./overview-filters";
import { type OverviewView, overviewView } from "./season-range";
import { FriendShares, Plans, Reasons } from "./shares";

/** The season at a glance: figures, charts with their tables, why bookings were cancelled. */
export default function OverviewPanel() {
  const { params } = useAddress();
  const clock = useCampusClock();
  const today = clock.data?.today;
  if (!today) {
    return clock.error ? (
      <ListProblem
        error={clock.error}
        title="The overview could not be loaded"
        onRetry={() => void clock.refetch()}
        retrying={clock.isFetching}
      />
    ) : (
      <Loading />
    );
  }
  return <Season view={overviewView(params, today)} today={today} />;
}

function Season({ view, today }: { view: OverviewView; today: string }) {
  const { via, cacheKey } = useDataSession();
  const { range, campusId, choice } = view;
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey: [...cacheKey, "overview", range, campusId],
    queryFn: () => seasonOverview(range, campusId, via),
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
  useEndOfSession(error);
  const empty = data && isEmptySeason(data);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1.5">
          <h2 className="text-xl">{/^\d/.test(choice) ? `Season ${choice}` : "Overview"}</h2>
          <p className="tabular text-xs text-muted">
            {formatDay(range.from)} to {formatDay(range.to)}, campus days
          </p>
        </div>
        <OverviewFilters view={view} today={today} />
      </div>
      {error ? (
        <ListProblem
          error={error}
          title="The overview could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {isUnreachable(error) ? null : toApiError(error).message}
        </ListProblem>
      ) : null}
      {data ? (
        <div
          aria-busy={isPlaceholderData}
          className={cn(
            "grid grid-cols-[minmax(0,1fr)] gap-4 transition-opacity",
            isPlaceholderData && "opacity-55",
          )}
        >
          {empty ? (
            <EmptyState scene={emptyVan} title="No bookings on these days.">
              Choose other days above, or let an admin open pickup windows in Schedule on the Admin
              Dashboard.
            </EmptyState>
          ) : (
            <FigureCards overview={data} />
          )}
          <KeepingCards campusId={data.campus_id} />
          {empty ? null : (
            <>
              <Charts overview={data} />
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
                <Reasons reasons={data.reasons} />
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  {data.plans.length > 0 ? <Plans plans={data.plans} /> : null}
                  <FriendShares friends={data.friends} />
                </div>
              </div>
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
                <RevenueByCampus overview={data} />
                <Sources sources={data.sources} />
              </div>
            </>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[2fr_3fr]">
            <OwedByAge owed={data.owed} />
            <StaffList />
          </div>
        </div>
      ) : error ? null : (
        <Loading />
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the overview" className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {["one", "two", "three", "four", "five", "six", "seven", "eight"].map((card) => (
          <Skeleton key={card} className="h-44" />
        ))}
      </div>
      <Skeleton className="h-96" />
    </div>
  );
}
