import { customerName, emailOf, NOT_SPECIFIED, typeOf } from "@api/booking-words";
import type { Booking } from "@api/bookings";
import type { DataColumn } from "@components/data-table";
import { Badge, StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { formatCampusTime } from "@lib/campus-time";
import { formatDay } from "@lib/dates";
import type { ParamChange } from "@lib/url-state";
import { Link } from "react-router";
import { type BookingsView, headerChange, type SortKey } from "./bookings-view";

/** Marks a step of the history as made by a View button, so that closing goes back over it. */
export const OPENED_HERE = { openedHere: true };

/** The columns of the list of bookings, with the links that sort it and open a row. */
export function bookingColumns(
  view: BookingsView,
  href: (change: ParamChange) => string,
  utcOffset: string | undefined,
  duplicates: ReadonlySet<string>,
): DataColumn<Booking>[] {
  const sort = (key: SortKey) =>
    ({
      now: view.sort !== key ? "none" : view.descending ? "descending" : "ascending",
      href: href(headerChange(view, key)),
    }) as const;
  return [
    {
      id: "customer",
      header: "Customer",
      width: "w-[16%]",
      title: true,
      sort: sort("customer"),
      cell: (row) => (
        <span className="grid min-w-0 leading-tight">
          <span title={customerName(row)} className="max-sm:wrap-anywhere sm:truncate">
            {customerName(row)}
          </span>
          {duplicates.has(row.id) ? (
            <span className="text-xs text-brick-text">Possible duplicate</span>
          ) : null}
        </span>
      ),
    },
    {
      id: "email",
      header: "Email",
      width: "w-[20%]",
      sort: sort("email"),
      cell: (row) => <Clipped text={emailOf(row)} />,
    },
    {
      id: "campus",
      header: "Campus",
      width: "w-[13%]",
      sort: sort("campus"),
      cell: (row) => <Clipped text={row.campus?.campus ?? NOT_SPECIFIED} />,
    },
    {
      id: "pickup",
      header: "Pickup Date",
      width: "w-[13%]",
      sort: sort("pickup"),
      cell: (row) => (
        <span className="tabular">{formatDay(row.pickup_date, "medium", NOT_SPECIFIED)}</span>
      ),
    },
    {
      id: "status",
      header: "Status",
      width: "w-[9%]",
      sort: sort("status"),
      cell: (row) => (
        <span className="grid min-w-0 gap-0.5 leading-tight">
          <StatusBadge status={row.status} />
          {row.confirm_by ? (
            <span
              title={`Place held until ${formatCampusTime(row.confirm_by, utcOffset)}`}
              className="text-xs text-brick-text"
            >
              Not confirmed yet
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "type",
      header: "Type",
      width: "w-[9%]",
      sort: sort("type"),
      cell: (row) => <Badge tone="outline">{typeOf(row)}</Badge>,
    },
    {
      id: "created",
      header: "Created",
      width: "w-[14%]",
      sort: sort("created"),
      cell: (row) => <span className="tabular">{formatCampusTime(row.created_at, utcOffset)}</span>,
    },
    {
      id: "actions",
      header: "Actions",
      width: "w-[6.5rem]",
      action: true,
      cell: (row) => (
        <Button asChild variant="secondary" size="sm">
          <Link
            to={href({ booking: row.id })}
            state={OPENED_HERE}
            preventScrollReset
            aria-label={`View booking of ${customerName(row)}`}
          >
            View
          </Link>
        </Button>
      ),
    },
  ];
}

function Clipped({ text }: { text: string }) {
  return (
    <span title={text} className="min-w-0 max-sm:wrap-anywhere">
      {text}
    </span>
  );
}
