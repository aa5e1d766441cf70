import type { Booking } from "@api/bookings/booking";
import { customerName } from "@api/bookings/words";
import { useCampusClock } from "@api/clock";
import { AddressLink } from "@components/lists/address-link";
import { ClearFilters } from "@components/lists/clear-filters";
import type { DataColumn } from "@components/lists/data-table";
import { counted, Pager } from "@components/lists/pager";
import { RefreshButton } from "@components/lists/refresh-button";
import { Button } from "@components/ui/button";
import { LatePanel } from "@components/ui/late-panel";
import { OPENED_HERE } from "@features/office/address-panel";
import { useDataSession } from "@features/office/data-session";
import { ListBody } from "@features/office/list-page";
import { ListHeading } from "@features/office/list-parts";
import { useListSelection } from "@features/office/list-selection";
import { useAfterFirstScreen } from "@lib/browser/first-screen";
import { lateCode } from "@lib/browser/late-code";
import { cn } from "@lib/cn";
import { useFailureToast } from "@lib/lists/failure-toast";
import { type Read, useReadAhead } from "@lib/lists/read-ahead";
import { useAddress } from "@lib/lists/url-state";
import { useLiveBookings } from "@lib/site/live-lines";
import { useQueryClient } from "@tanstack/react-query";
import { PhoneCall } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { BookingListKind } from "./booking-lists";
import { BookingsFilters } from "./bookings-filters";
import { useBookings, useDuplicates } from "./bookings-query";
import {
  bookingsView,
  columnsOf,
  filtersOf,
  isFiltered,
  NO_FILTERS,
  sortChange,
} from "./bookings-view";
import { ColumnsMenu } from "./columns-menu";
import { ExportButton } from "./export-button";
import { useBookingsKey } from "./one-booking";
import { recordReads } from "./record/record-reads";
import { ViewsButton } from "./views-button";

const loadCaller = async () => ({
  default: (await import("@features/office/caller/caller-dialog")).CallerDialog,
});
const CallerDialog = lazy(loadCaller);
const detailCode = lateCode(() => import("./record/booking-detail"));
const selectedCode = lateCode(() => import("./selected-bookings"));

interface BookingsTabProps {
  list: BookingListKind;
  /** The office acts for customers, sends quotes and opens a customer's file. */
  office: boolean;
  /** Executives alone may add to a full window. */
  mayExceed: boolean;
}

/** The address in which the form for a caller is open: `?do=caller`. */
const CALLER = "caller";

/** So wide that nothing is cut that need not be, by how many columns there are. */
const MIN_WIDTHS = [
  [4, "sm:min-w-[740px]"],
  [7, "sm:min-w-[1180px]"],
  [8, "sm:min-w-[1340px]"],
  [10, "sm:min-w-[1560px]"],
] as const;
const WIDEST = "sm:min-w-[1960px]";
/** Where some columns are for desks alone, the others fit a tablet. */
const WITH_DESK_COLUMNS = "lg:min-w-[1260px]";

function minWidthOf(columns: readonly { desk?: boolean }[]): string {
  if (columns.some(({ desk }) => desk)) return WITH_DESK_COLUMNS;
  return MIN_WIDTHS.find(([most]) => columns.length <= most)?.[1] ?? WIDEST;
}

const NO_ROWS: readonly Booking[] = [];
const keyOf = ({ id }: Booking) => id;

/** All bookings, 50 a page, searched, filtered and sorted by the server. */
export function BookingsTab({ list, office, mayExceed }: BookingsTabProps) {
  const { params, href, change } = useAddress();
  const view = useMemo(() => bookingsView(params, list), [params, list]);
  const clock = useCampusClock();
  const utcOffset = clock.data?.utc_offset;
  const { data, ...bookings } = useBookings(view, list, clock.data?.today);
  const queries = useQueryClient();
  const queryKey = useBookingsKey();
  // What others change appears by itself; what is open beside the list too.
  useLiveBookings(useDataSession().storageKey, () => void queries.invalidateQueries({ queryKey }));
  const [refreshing, setRefreshing] = useState(false);
  useAfterFirstScreen(detailCode.load);
  useAfterFirstScreen(loadCaller, list.acts);
  const [opened, setOpened] = useState(false);
  if (view.booking !== null && !opened) setOpened(true);
  const rows = data?.rows;
  const duplicates = useDuplicates(rows);
  const selects = office && list.acts;
  const { selection, column, code } = useListSelection(
    selectedCode,
    rows ?? NO_ROWS,
    keyOf,
    selects,
  );
  // Days of pickup need the campus clock: without it there is no list, and it is why.
  const error = bookings.error ?? (data || !(view.pickup || view.returns) ? null : clock.error);
  const failure = list.failure(error);
  useFailureToast(list.failureToast ? error : null, failure.title, failure.words ?? "");

  async function refresh() {
    if (refreshing) return;
    setRefreshing(true);
    await queries.invalidateQueries({ queryKey });
    setRefreshing(false);
  }

  const filtered = isFiltered(view);
  const visibleColumns = columnsOf(view, list);
  const columns: DataColumn<Booking>[] = visibleColumns.map(({ cell, sort, ...column }) => ({
    ...column,
    cell: (row) => cell(row, { utcOffset, duplicates }),
    ...(sort ? { sort: sort.fallingFirst ? "descending" : "ascending" } : {}),
  }));
  const actions: DataColumn<Booking> = {
    id: "actions",
    header: "Actions",
    width: "w-[6.5rem]",
    action: true,
    cell: (row) => (
      <ViewBooking
        to={href({ booking: row.id })}
        name={customerName(row)}
        reads={list.acts ? recordReads(row.id, office) : []}
      />
    ),
  };
  return (
    <div
      className={cn("grid grid-cols-[minmax(0,1fr)] gap-3", selection.rows.length > 0 && "pb-32")}
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ListHeading
          title="Bookings"
          count={
            data
              ? `${counted(data.count, "booking")}${filtered ? " found" : ""}`
              : error
                ? ""
                : undefined
          }
        />
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1">
          <p className="mr-2 text-xs text-muted max-xl:hidden">All times are campus time.</p>
          {list.acts ? (
            <Button asChild>
              <AddressLink to={href({ do: CALLER })}>
                <PhoneCall aria-hidden="true" />
                Book for a caller
              </AddressLink>
            </Button>
          ) : null}
          <ViewsButton />
          <ColumnsMenu list={list} view={view} />
          {list.exports && (office || !list.acts) ? (
            <ExportButton list={list} view={view} clock={clock.data} count={data?.count ?? 0} />
          ) : null}
          <RefreshButton refreshing={refreshing} onRefresh={() => void refresh()} />
        </div>
      </div>
      <BookingsFilters list={list} view={view} empty={rows?.length === 0} />
      <ListBody
        caption="Bookings"
        columns={[...(selects ? [column] : []), ...columns, actions]}
        rows={rows}
        rowKey={keyOf}
        stale={bookings.isPlaceholderData}
        page={view.page}
        pageKey={`${view.page} ${view.sort} ${view.descending}`}
        minWidth={minWidthOf(visibleColumns)}
        sorting={{
          id: view.sort,
          desc: view.descending,
          href: (id, desc) => href(sortChange(`${desc ? "-" : ""}${id}`)),
        }}
        problem={{ error, ...failure, onRetry: () => void refresh(), retrying: refreshing }}
        empty={{
          title: "No bookings found.",
          words: filtered
            ? "Nothing matches this search and these filters."
            : "New bookings appear here as soon as they are made.",
          action: filtered ? (
            <ClearFilters filtered cleared={NO_FILTERS} variant="secondary" />
          ) : undefined,
        }}
        pager={<Pager page={view.page} count={data?.count ?? 0} label="Pages of bookings" />}
      />
      {code && selects ? (
        <code.SelectedBookings
          selection={selection}
          filters={filtersOf(view, list, clock.data?.today)}
          count={data?.count ?? 0}
          clock={clock.data}
        />
      ) : null}
      {list.acts && params.get("do") === CALLER ? (
        <Suspense fallback={null}>
          <CallerDialog
            mayExceed={mayExceed}
            onClose={() => change({ do: null }, { replace: true })}
            onBooked={(id) => change({ do: null, booking: id }, { replace: true })}
          />
        </Suspense>
      ) : null}
      {opened ? (
        <LatePanel
          code={detailCode}
          onFail={() => {
            setOpened(false);
            change({ booking: null }, { replace: true });
          }}
        >
          {({ BookingDetail }) => (
            <BookingDetail
              id={view.booking}
              known={rows?.find(({ id }) => id === view.booking)}
              utcOffset={utcOffset}
              list={list}
              office={office}
            />
          )}
        </LatePanel>
      ) : null}
    </div>
  );
}

interface ViewBookingProps {
  to: string;
  name: string;
  /** What the record shows beside the row. */
  reads: readonly Read[];
}

function ViewBooking({ to, name, reads }: ViewBookingProps) {
  const ahead = useReadAhead(reads);
  return (
    <Button asChild variant="secondary" size="sm">
      <AddressLink {...ahead} to={to} state={OPENED_HERE} aria-label={`View booking of ${name}`}>
        View
      </AddressLink>
    </Button>
  );
}
