import { useCampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { ClearFilters } from "@components/clear-filters";
import { DataTable } from "@components/data-table";
import { openBox } from "@components/illustration/scenes";
import { ListProblem } from "@components/list-problem";
import { counted, Pager } from "@components/pager";
import { RefreshButton } from "@components/refresh-button";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { useFailureToast } from "@lib/failure-toast";
import { useAddress } from "@lib/url-state";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { BookingDetail } from "./booking-detail";
import { bookingColumns } from "./bookings-columns";
import { BookingsFilters } from "./bookings-filters";
import { EXECUTIVE_BOOKINGS, useExecutiveBookings } from "./bookings-query";
import { bookingsView, isFiltered, NO_FILTERS } from "./bookings-view";
import { ExportButton } from "./export-button";

const FAILED = "Error fetching bookings";

/** All bookings, found, filtered, sorted and paged by the server, as the address says. */
export function BookingsPanel() {
  const { params, href } = useAddress();
  const view = useMemo(() => bookingsView(params), [params]);
  const clock = useCampusClock();
  const list = useExecutiveBookings(view, clock.data?.today);
  const queries = useQueryClient();
  const [refreshing, setRefreshing] = useState(false);
  // Days of pickup need the campus clock: without it there is no list, and it is why.
  const error = list.error ?? (list.data ? null : clock.error);
  useFailureToast(error, FAILED, error ? toApiError(error).message : "");

  async function refresh() {
    if (refreshing) return;
    setRefreshing(true);
    await queries.invalidateQueries({ queryKey: EXECUTIVE_BOOKINGS });
    setRefreshing(false);
  }

  const data = list.data;
  const rows = data?.rows;
  const filtered = isFiltered(view);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="flex min-h-6 flex-wrap items-baseline gap-x-2 text-xl">
        Bookings{" "}
        <span
          aria-live="polite"
          className="tabular font-sans text-sm font-normal tracking-normal text-muted"
        >
          {data ? `${counted(data.count, "booking")}${filtered ? " found" : ""}` : ""}
        </span>
      </h2>
      <BookingsFilters view={view} empty={rows?.length === 0}>
        <RefreshButton refreshing={refreshing} onRefresh={() => void refresh()} />
        <ExportButton view={view} clock={clock.data} count={data?.count ?? 0} />
      </BookingsFilters>
      {error ? (
        <ListProblem
          error={error}
          title={FAILED}
          onRetry={() => void refresh()}
          retrying={refreshing}
        >
          {toApiError(error).message}
        </ListProblem>
      ) : null}
      {error && !data ? null : rows === null ? (
        <EmptyState
          scene={openBox}
          title={`There is no page ${view.page}.`}
          action={
            <Button asChild variant="secondary">
              <Link to={href({ page: null })}>To the first page</Link>
            </Button>
          }
        >
          The list is shorter than that.
        </EmptyState>
      ) : rows?.length === 0 ? (
        <EmptyState
          scene={openBox}
          title="No bookings found."
          action={
            filtered ? (
              <ClearFilters filtered cleared={NO_FILTERS} variant="secondary" />
            ) : undefined
          }
        >
          {filtered
            ? "Nothing matches this search and these filters."
            : "New bookings appear here as soon as they are made."}
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Bookings"
            columns={bookingColumns(view, href)}
            rows={rows}
            rowKey={(row) => row.id}
            stale={list.isPlaceholderData}
            pageKey={`${view.page} ${view.sort} ${view.descending}`}
            minWidth="sm:min-w-[1340px]"
          />
          <Pager page={view.page} count={data?.count ?? 0} label="Pages of bookings" />
        </>
      )}
      <BookingDetail
        id={view.booking}
        known={rows?.find(({ id }) => id === view.booking)}
        clock={clock.data}
      />
    </div>
  );
}
