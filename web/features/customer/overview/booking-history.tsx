import type { Booking } from "@api/bookings/booking";
import { PageLink } from "@components/site/page-link";
import { StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Code } from "@components/ui/code";
import { cn } from "@lib/cn";
import { bookingCode } from "@lib/format/booking-code";
import { campusDayOf } from "@lib/format/campus-time";
import { saveCsv } from "@lib/format/csv";
import { formatDay } from "@lib/format/dates";
import { Download } from "lucide-react";
import { historyCsv } from "./history-csv";

export interface BookingHistoryProps {
  /** newest first */
  bookings: readonly Booking[];
  /** the booking that the dashboard is about */
  currentId: string;
  utcOffset: string;
}

/** Every booking ever made, newest first; those that a later one replaced say so. */
export function BookingHistory({ bookings, currentId, utcOffset }: BookingHistoryProps) {
  return (
    <section aria-labelledby="history-title" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="history-title" className="text-xl">
          Storage history
        </h2>
        <div className="flex flex-wrap items-center gap-x-4">
          <Button
            variant="link"
            size="sm"
            onClick={() => saveCsv("summerstow-bookings.csv", historyCsv(bookings, utcOffset))}
          >
            <Download aria-hidden="true" />
            Download as CSV
          </Button>
          <Button variant="link" size="sm" asChild>
            <PageLink to="/account#own-data">All we keep about you</PageLink>
          </Button>
        </div>
      </div>
      <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-sheet">
        {bookings.map((booking) => (
          <li
            key={booking.id}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 px-5 py-4 sm:grid-cols-[8.5rem_1fr_auto] sm:px-6"
          >
            <Code className={cn("w-fit", booking.status === "cancelled" && "text-muted")}>
              {bookingCode(booking.id)}
            </Code>
            <div className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">
              <p className="tabular">
                {booking.campus?.campus ?? "Campus not known"}
                {booking.id === currentId ? null : (
                  <span className="text-muted">
                    {" · "}
                    pickup {formatDay(booking.pickup_date, "medium", "not scheduled")}
                  </span>
                )}
              </p>
              <p className="tabular text-xs text-muted">
                Booked {formatDay(campusDayOf(booking.created_at, utcOffset), "medium", "earlier")}
                {note(booking, currentId)}
              </p>
            </div>
            <StatusBadge status={booking.status} customer className="justify-self-end" />
          </li>
        ))}
      </ol>
    </section>
  );
}

function note(booking: Booking, currentId: string): string {
  if (booking.superseded_by) return ` · replaced by ${bookingCode(booking.superseded_by)}`;
  return booking.id === currentId ? " · shown above" : "";
}
