import type { Booking } from "@api/bookings/booking";
import type { CampusClock } from "@api/clock";
import { HelpLine } from "@components/site/contact-us";
import { PartBoundary } from "@components/site/part-boundary";
import { Skeleton } from "@components/ui/skeleton";
import { currentBooking } from "@features/customer/booking/booking-state";
import { DateCards } from "@features/customer/dates/date-cards";
import { ItemsCard } from "@features/customer/items/items-card";
import { OwnMessages } from "@features/customer/messages/own-messages";
import { NextPanel } from "@features/customer/next/next-panel";
import { OwnStops } from "@features/customer/stops/own-stops";
import type { Profile } from "@lib/auth/profile";
import { lazy, Suspense } from "react";
import { BookingActions } from "./booking-actions";
import { BookingDialogs } from "./booking-dialogs";
import { BookingHistory } from "./booking-history";
import { CustomerInformation } from "./customer-information";
import { ShippingLabel } from "./shipping-label";

const QuoteCard = lazy(() => import("./quote-card"));

export interface OverviewProps {
  profile: Profile;
  /** newest first, at least one */
  bookings: readonly Booking[];
  clock: CampusClock;
}

/** The dashboard of somebody with a booking: the next step, its label, dates, items, history. */
export function Overview({ profile, bookings, clock }: OverviewProps) {
  const booking = currentBooking(bookings);
  if (!booking) return null;
  const shown = { booking, userId: profile.id };
  return (
    <BookingDialogs booking={booking} today={clock.today}>
      <div className="grid gap-10">
        <div className="grid gap-4 lg:grid-cols-[7fr_5fr]">
          <div className="grid gap-4 content-start">
            <NextPanel {...shown} clock={clock} />
            <BookingActions booking={booking} />
          </div>
          <ShippingLabel {...shown} utcOffset={clock.utc_offset} />
        </div>
        {booking.status === "cancelled" ? null : <DateCards booking={booking} />}
        <OwnStops {...shown} clock={clock} />
        <div className="grid items-start gap-4 lg:grid-cols-[7fr_5fr]">
          <ItemsCard {...shown} />
          <div className="grid content-start gap-4">
            <PartBoundary>
              <Suspense fallback={<Skeleton className="h-48" />}>
                <QuoteCard booking={booking} />
              </Suspense>
            </PartBoundary>
            <CustomerInformation profile={profile} booking={booking} />
          </div>
        </div>
        <OwnMessages bookingId={booking.id} />
        <BookingHistory bookings={bookings} currentId={booking.id} utcOffset={clock.utc_offset} />
        <HelpLine />
      </div>
    </BookingDialogs>
  );
}
