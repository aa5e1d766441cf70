import type { Booking } from "@api/bookings";
import type { CampusClock } from "@api/clock";
import { awaitsPickup } from "./booking-state";
import { pickupPhase, pickupStart } from "./campus-time";
import { Countdown } from "./countdown";
import { QueueTracker } from "./queue-tracker";

/** Beside the label: the place in line on the day, the countdown before it, nothing after it. */
export function PickupPanel({
  booking,
  userId,
  clock,
}: {
  booking: Booking;
  userId: string;
  clock: CampusClock;
}) {
  const day = booking.pickup_date;
  if (!day || !awaitsPickup(booking)) return null;
  switch (pickupPhase(day, clock.today)) {
    case "today":
      return <QueueTracker userId={userId} campusId={booking.campus_id} day={day} />;
    case "future": {
      const start = pickupStart(day, booking.pickup_time, clock.utc_offset);
      return start === undefined ? null : <Countdown until={start} clock={clock} />;
    }
    default:
      return null;
  }
}
