import { customerName, deliveryOf, emailOf, NOT_PROVIDED, phoneOf } from "@api/booking-words";
import type { Booking } from "@api/bookings";
import type { DataColumn } from "@components/data-table";
import { StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { formatDay } from "@lib/dates";
import type { ParamChange } from "@lib/url-state";
import { Link } from "react-router";
import { pickupAddress } from "./bookings-export";
import { type BookingsView, headerChange, type SortKey } from "./bookings-view";

/** Marks a step of the history as made by a View button, so that closing goes back over it. */
export const OPENED_HERE = { openedHere: true };

/** The nine columns of the executives' table, with the links that sort it and open a row. */
export function bookingColumns(
  view: BookingsView,
  href: (change: ParamChange) => string,
): DataColumn<Booking>[] {
  const sort = (key: SortKey) =>
    ({
      now: view.sort !== key ? "none" : view.descending ? "descending" : "ascending",
      href: href(headerChange(view, key)),
    }) as const;
  return [
    {
      id: "name",
      header: "Full Name",
      width: "w-[12%]",
      title: true,
      sort: sort("name"),
      cell: (row) => <Clipped text={customerName(row)} />,
    },
    {
      id: "email",
      header: "Email",
      width: "w-[15%]",
      sort: sort("email"),
      cell: (row) => <Clipped text={emailOf(row)} />,
    },
    {
      id: "phone",
      header: "Phone",
      width: "w-[11%]",
      cell: (row) => <span className="tabular">{phoneOf(row)}</span>,
    },
    {
      id: "address",
      header: "Pickup Address",
      width: "w-[15%]",
      cell: (row) => <Clipped text={pickupAddress(row) || NOT_PROVIDED} />,
    },
    {
      id: "pickup",
      header: "Pickup Date",
      width: "w-[12%]",
      sort: sort("pickup"),
      cell: (row) => <span className="tabular">{formatDay(row.pickup_date)}</span>,
    },
    {
      id: "kit",
      header: "Supply Kit",
      width: "w-[8%]",
      sort: sort("kit"),
      cell: (row) => (
        <span className="tabular">{formatDay(row.supply_kit_delivery_date, "short", "No")}</span>
      ),
    },
    {
      id: "delivery",
      header: "Delivery Option",
      width: "w-[11%]",
      sort: sort("delivery"),
      cell: (row) => <Clipped text={deliveryOf(row)} />,
    },
    {
      id: "status",
      header: "Status",
      width: "w-[10%]",
      sort: sort("status"),
      cell: (row) => <StatusBadge status={row.status} />,
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
