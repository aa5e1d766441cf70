import { bookingKeys } from "@api/bookings";
import { useCampusClock } from "@api/clock";
import { ClearFilters } from "@components/clear-filters";
import { DataTable } from "@components/data-table";
import { openBox } from "@components/illustration/scenes";
import { ListProblem } from "@components/list-problem";
import { counted, Pager } from "@components/pager";
import { Button } from "@components/ui/button";
import { EmptyState } from "@components/ui/empty-state";
import { useAddress } from "@lib/url-state";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { BookingDetail } from "./booking-detail";
import { bookingColumns } from "./bookings-columns";
import { BookingsFilters } from "./bookings-filters";
import { bookingsFailure, useBookings, useDuplicates } from "./bookings-query";
import { bookingsView, isFiltered, NO_FILTERS } from "./bookings-view";
import { QuotesWaiting } from "./quotes-waiting";

/** All bookings, a page of 50 at a time, found, filtered and sorted by the server. */
export function BookingsTab({ canViewCustomers }: { canViewCustomers: boolean }) {
  const { params, href } = useAddress();
  const view = useMemo(() => bookingsView(params), [params]);
  const clock = useCampusClock();
  const list = useBookings(view);
  const queries = useQueryClient();
  const [refreshing, setRefreshing] = useState(false);

  async function refresh() {
    if (refreshing) return;
    setRefreshing(true);
    await queries.invalidateQueries({ queryKey: bookingKeys.all });
    setRefreshing(false);
  }

  const data = list.data;
  const rows = data?.rows;
  const duplicates = useDuplicates(rows);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">
          Bookings{" "}
          <span className="tabular font-sans text-sm font-normal tracking-normal text-muted">
            <span aria-live="polite">
              {data
                ? `${counted(data.count, "booking")}${isFiltered(view) ? " found" : ""}`
                : list.error
                  ? ""
                  : "Counting"}
            </span>
          </span>
        </h2>
        <p className="text-xs text-muted">All times are campus time.</p>
      </div>
      <BookingsFilters
        view={view}
        onRefresh={() => void refresh()}
        refreshing={refreshing}
        empty={rows?.length === 0}
      />
      {canViewCustomers ? <QuotesWaiting /> : null}
      {list.error ? (
        <ListProblem
          error={list.error}
          title={bookingsFailure(list.error)}
          onRetry={() => void refresh()}
          retrying={refreshing}
        />
      ) : null}
      {list.error && !data ? null : rows === null ? (
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
            isFiltered(view) ? (
              <ClearFilters filtered cleared={NO_FILTERS} variant="secondary" />
            ) : undefined
          }
        >
          {isFiltered(view)
            ? "Nothing matches this search and these filters."
            : "New bookings appear here as soon as they are made."}
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Bookings"
            columns={bookingColumns(view, href, clock.data?.utc_offset, duplicates)}
            rows={rows}
            rowKey={(row) => row.id}
            stale={list.isPlaceholderData}
            pageKey={`${view.page} ${view.sort} ${view.descending}`}
            minWidth="sm:min-w-[1180px]"
          />
          <Pager page={view.page} count={data?.count ?? 0} label="Pages of bookings" />
        </>
      )}
      <BookingDetail
        id={view.booking}
        known={rows?.find(({ id }) => id === view.booking)}
        utcOffset={clock.data?.utc_offset}
        canViewCustomers={canViewCustomers}
      />
    </div>
  );
}
