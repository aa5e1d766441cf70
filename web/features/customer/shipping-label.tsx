import type { Booking } from "@api/bookings";
import { StatusBadge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { SummerLine } from "@components/ui/summer-line";
import { campusDayOf } from "@lib/campus-time";
import { formatDay } from "@lib/dates";
import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Barcode } from "./barcode";
import { bookingCode, summerStops } from "./booking-state";

/** Holds the line of a stop without a date, so that all labels stand level. */
const NOTHING = "\u00a0";

/** A booking as its shipping label: code, campus, two dates, and where it is on its summer line. */
export function ShippingLabel({ booking, utcOffset }: { booking: Booking; utcOffset: string }) {
  const code = bookingCode(booking.id);
  const broughtBack = booking.status === "delivered" || booking.status === "completed";
  const pickedUp = broughtBack || booking.status === "picked_up";
  const place = [booking.building_name, booking.address].filter(Boolean).join(", ");
  const stops = summerStops(booking, {
    booked: formatDay(campusDayOf(booking.created_at, utcOffset), "short", NOTHING),
    pickup: formatDay(booking.pickup_date, "short", NOTHING),
    back: formatDay(booking.return_delivery_date, "short", NOTHING),
  });
  return (
    <section
      aria-labelledby="label-title"
      className="flex flex-col overflow-hidden rounded-card border border-line bg-sheet"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-4 sm:px-6">
        <h3 id="label-title" className="font-sans text-sm font-semibold tracking-normal">
          Current Status
        </h3>
        <StatusBadge status={booking.status} customer />
      </div>

      <dl className="grid grid-cols-2 border-y border-dashed border-line-strong">
        <LabelDate title={pickedUp ? "We picked up" : "We pick up"} day={booking.pickup_date}>
          {booking.pickup_time}
        </LabelDate>
        <LabelDate
          title={broughtBack ? "We brought back" : "We bring back"}
          day={booking.return_delivery_date}
          second
        >
          {booking.delivery_option === "decide_later" ? "You decide later" : null}
        </LabelDate>
      </dl>

      <div className="flex items-center gap-4 bg-sky-soft px-5 py-3.5 sm:px-6">
        <MapPin aria-hidden="true" className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-semibold">{booking.campus?.campus ?? "Campus not known"}</span>
          {place ? <span className="line-clamp-2 text-xs text-muted">{place}</span> : null}
        </p>
        <div className="grid w-28 shrink-0 gap-1.5 text-center sm:w-36">
          <Barcode code={code} className="h-7 w-full opacity-80" />
          <Code className="text-xs">{code}</Code>
        </div>
      </div>

      <div className="grid flex-1 content-center px-2 py-6 sm:px-4">
        {booking.status === "cancelled" ? (
          <p className="px-3 text-muted sm:px-2">
            {booking.cancellation_note ?? "This booking was cancelled. Nothing will be picked up."}
          </p>
        ) : (
          <SummerLine label="Where your things are" stops={stops} animate />
        )}
      </div>
    </section>
  );
}

function LabelDate({
  title,
  day,
  second = false,
  children,
}: {
  title: string;
  day: string | null;
  second?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`grid content-start gap-1 px-5 py-4 sm:px-6 ${second ? "border-l border-dashed border-line-strong" : ""}`}
    >
      <dt className="text-xs text-muted">{title}</dt>
      <dd className="grid gap-1">
        <span className="tabular font-display text-2xl leading-tight font-bold tracking-tight sm:text-3xl">
          {formatDay(day, "short", "Date open")}
        </span>
        <span className="min-h-5 text-xs text-muted">{children}</span>
      </dd>
    </div>
  );
}
