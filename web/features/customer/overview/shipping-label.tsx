import type { Booking } from "@api/bookings/booking";
import { StatusBadge } from "@components/ui/badge";
import { Code } from "@components/ui/code";
import { Skeleton } from "@components/ui/skeleton";
import { SummerLine } from "@components/ui/summer-line";
import { summerStops } from "@features/customer/booking/booking-state";
import { useOwnStatement } from "@features/customer/booking/own-statement";
import { placeOf } from "@features/customer/next/next-words";
import { cn } from "@lib/cn";
import { bookingCode } from "@lib/format/booking-code";
import { campusDayOf } from "@lib/format/campus-time";
import { formatDay } from "@lib/format/dates";
import { itemsWords } from "@lib/format/items-words";
import { formatCents } from "@lib/format/money";
import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Barcode } from "./barcode";

/** Holds the line of a stop without a date, so that all labels stand level. */
const NOTHING = "\u00a0";

export interface ShippingLabelProps {
  booking: Booking;
  userId: string;
  utcOffset: string;
}

/** A booking as its shipping label: code, campus, dates on its summer line, count and price. */
export function ShippingLabel({ booking, userId, utcOffset }: ShippingLabelProps) {
  const code = bookingCode(booking.id);
  const place = placeOf(booking);
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

      <div className="flex items-center gap-4 border-y border-dashed border-line-strong bg-sky-soft px-5 py-3.5 sm:px-6">
        <MapPin aria-hidden="true" className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-semibold">{booking.campus?.campus ?? "Campus not known"}</span>
          {place ? <span className="line-clamp-4 text-xs text-muted">{place}</span> : null}
        </p>
        <div className="grid w-28 shrink-0 max-[22rem]:w-auto gap-1.5 text-center">
          <Barcode code={code} className="h-7 w-full opacity-80 max-[22rem]:hidden" />
          <Code className="text-xs">{code}</Code>
        </div>
      </div>

      {booking.status === "cancelled" ? null : (
        <>
          <CountAndPrice userId={userId} />
          <div className="grid flex-1 content-center px-2 py-6">
            <SummerLine label="Where your things are" stops={stops} animate />
          </div>
        </>
      )}
    </section>
  );
}

/** How much it is and what a month of it costs; while nothing is listed, what decides it. */
function CountAndPrice({ userId }: { userId: string }) {
  const plan = useOwnStatement(userId).data?.plan;
  if (plan === undefined) return <Skeleton className="mx-5 my-4 h-16 sm:mx-6" />;
  return (
    <dl className="grid grid-cols-2 border-b border-dashed border-line-strong">
      <Figure term="Items" figure={plan ? String(plan.items) : "–"}>
        {plan ? itemsWords(plan) : "not listed yet"}
      </Figure>
      <Figure term="Price" figure={plan ? formatCents(plan.own.total_cents) : "–"} second>
        {plan ? `a month with tax, ${plan.name}` : "follows the number of items"}
        {plan && plan.people > 1 ? `, shared by ${plan.people}` : ""}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  term: string;
  figure: string;
  second?: boolean;
  children: ReactNode;
}

function Figure({ term, figure, second = false, children }: FigureProps) {
  return (
    <div
      className={cn(
        "grid content-start gap-0.5 px-5 py-4 sm:px-6",
        second && "border-l border-dashed border-line-strong",
      )}
    >
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="grid">
        <span className="tabular font-display text-2xl leading-tight font-bold tracking-tight">
          {figure}
        </span>
        <span className="text-xs text-muted">{children}</span>
      </dd>
    </div>
  );
}
