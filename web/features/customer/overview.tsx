import type { Booking } from "@api/bookings";
import type { CampusClock } from "@api/clock";
import { PageLink } from "@components/page-link";
import { Button } from "@components/ui/button";
import type { Profile } from "@lib/profile";
import { BookingActions } from "./booking-actions";
import { BookingHistory } from "./booking-history";
import { currentBooking } from "./booking-state";
import { CustomerInformation } from "./customer-information";
import { DateCards } from "./date-cards";
import { PickupPanel } from "./pickup-panel";
import { ShippingLabel } from "./shipping-label";

export interface OverviewProps {
  profile: Profile;
  /** newest first, at least one */
  bookings: readonly Booking[];
  clock: CampusClock;
}

/** The dashboard of somebody with a booking: label, pickup, who, dates, history. */
export function Overview({ profile, bookings, clock }: OverviewProps) {
  const booking = currentBooking(bookings);
  if (!booking) return null;
  return (
    <div className="grid gap-10">
      <div className="grid gap-4 lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr] lg:gap-y-0">
        <div className="empty:hidden lg:col-start-2 lg:row-start-1 lg:mb-4">
          <PickupPanel booking={booking} userId={profile.id} clock={clock} />
        </div>
        <div className="grid lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <ShippingLabel booking={booking} utcOffset={clock.utc_offset} />
        </div>
        <div className="grid lg:col-start-2 lg:row-start-2">
          <CustomerInformation profile={profile} booking={booking} />
        </div>
      </div>
      <BookingActions booking={booking} />
      <DateCards booking={booking} today={clock.today} />
      {booking.status === "cancelled" ? (
        <Button asChild size="lg" className="justify-self-start">
          <PageLink to="/book">Book Storage Now</PageLink>
        </Button>
      ) : null}
      <BookingHistory bookings={bookings} currentId={booking.id} utcOffset={clock.utc_offset} />
    </div>
  );
}
