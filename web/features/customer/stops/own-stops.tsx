import type { Booking } from "@api/bookings/booking";
import type { CampusClock } from "@api/clock";
import type { OwnStop } from "@api/commands.types";
import { Badge } from "@components/ui/badge";
import { placeOf } from "@features/customer/next/next-words";
import { campusMoment, isOver } from "@features/customer/next/stage";
import { cn } from "@lib/cn";
import { formatDay } from "@lib/format/dates";
import { NamePerson } from "./name-person";
import { useOwnStops } from "./use-own-stops";

const TITLES: Record<OwnStop["kind"], string> = {
  pickup: "Pickup",
  return: "Delivery",
  kit: "Supply kit",
};
interface OwnStopsProps {
  userId: string;
  booking: Booking;
  clock: CampusClock;
}

/** When our crew comes, the place in line on the day, and who may stand in. */
export function OwnStops({ userId, booking, clock }: OwnStopsProps) {
  const { data } = useOwnStops(userId, clock);
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="visits-title" className="grid gap-4">
      <h2 id="visits-title" className="text-xl">
        Our visits
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-sheet">
        {data.map((stop) => (
          <li
            key={stop.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6"
          >
            <div className="grid min-w-0 gap-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {stop.part_items
                  ? `Delivery of ${stop.part_items === 1 ? "1 item" : `${stop.part_items} items`}`
                  : TITLES[stop.kind]}
                <StopBadge campusId={booking.campus_id} stop={stop} clock={clock} />
              </p>
              {isInDates(stop, booking) ? null : (
                <p className="text-sm text-muted">
                  {formatDay(stop.date)}
                  {stop.window ? `, ${stop.window}` : ""}
                </p>
              )}
              {stop.proxy_name ? (
                <p className={cn("text-sm wrap-anywhere", stop.proxy_locked && "text-brick-text")}>
                  {stop.proxy_used
                    ? `${stop.proxy_name} stood in for you.`
                    : stop.proxy_locked
                      ? `The code of ${stop.proxy_name} is locked: five wrong codes were entered. Make a new one.`
                      : `${stop.proxy_name} may stand in for you.`}
                </p>
              ) : null}
            </div>
            {stop.booking_id && stop.kind !== "kit" ? (
              <NamePerson
                bookingId={stop.booking_id}
                stop={stop}
                place={placeOfStop(stop, booking)}
                userId={userId}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether "Your dates" above the visits shows the day and window of this stop already. */
function isInDates(
  { booking_id, kind, date, window, part_items }: OwnStop,
  booking: Booking,
): boolean {
  if (booking_id !== booking.id || part_items) return false;
  if (kind === "kit") return date === booking.supply_kit_delivery_date;
  return kind === "pickup"
    ? date === booking.pickup_date && window === booking.pickup_time
    : date === booking.return_delivery_date && window === booking.return_delivery_time;
}

/** Where a stop of this booking is; "" while nobody has said it. */
function placeOfStop({ booking_id, kind }: OwnStop, booking: Booking): string {
  if (booking_id !== booking.id) return "";
  return (kind === "return" && booking.delivery_address) || placeOf(booking);
}

interface StopBadgeProps {
  stop: OwnStop;
  campusId: number;
  clock: CampusClock;
}

function StopBadge({ stop, campusId, clock }: StopBadgeProps) {
  if (stop.state === "arrived") return <Badge tone="tape">At your door</Badge>;
  if (stop.state === "on_way") return <Badge tone="tape">On the way</Badge>;
  if (stop.state === "failed") return <Badge tone="brick">It did not work out</Badge>;
  if (stop.date !== clock.today || stop.ahead === null || stop.kind === "kit") return null;
  if (stop.ahead === 0)
    // Nobody has come in the whole window: what is next says whom to call.
    return isOver(campusId, stop.date, stop.window, campusMoment(clock)) ? null : (
      <Badge tone="tape">You are next</Badge>
    );
  return (
    <Badge tone="sky">
      {stop.ahead === 1 ? "1 stop before yours" : `${stop.ahead} stops before yours`}
    </Badge>
  );
}
