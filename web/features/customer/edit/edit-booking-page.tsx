import type { Booking } from "@api/bookings/booking";
import { bookingRuleKeys, bookingRules } from "@api/bookings/commands";
import { useCampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { Settled } from "@components/settled";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Skeleton } from "@components/ui/skeleton";
import { currentBooking } from "@features/customer/booking/booking-state";
import { useOwnBookings } from "@features/customer/booking/own-bookings";
import { useOutage } from "@features/customer/booking/use-outage";
import { DashboardHeader } from "@features/customer/dashboard-header";
import type { Profile } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { bookingCode } from "@lib/format/booking-code";
import { untilReachable } from "@lib/lists/list-query";
import { pageTitle } from "@lib/site/page-title";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { SECTIONS } from "./edit-draft";
import { EditForm } from "./edit-form";

const NoBookingCard = lazy(() => import("@features/customer/overview/no-booking"));

/** 'Edit Booking': everything that may still be changed, with its price before it is saved. */
export default function EditBookingPage() {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <>
      <DashboardHeader />
      <main className="container-page grid gap-6 py-8 pb-16 sm:py-10">
        <Editable profile={session.profile} provisional={session.provisional} />
      </main>
    </>
  );
}

function Editable({ profile, provisional }: { profile: Profile; provisional: boolean }) {
  const clock = useCampusClock();
  const bookings = useOwnBookings(profile.id, undefined);
  const booking = bookings.data ? currentBooking(bookings.data) : undefined;
  const rules = useQuery({
    queryKey: bookingRuleKeys.rules(booking?.id ?? ""),
    queryFn: () => bookingRules(booking?.id ?? ""),
    enabled: booking !== undefined,
    ...untilReachable,
  });
  const outage = useOutage([clock, bookings, rules]) || provisional;
  const refused = [bookings, rules].find(
    (read) => read.isError && !read.data && !toApiError(read.error).unreachable,
  );
  return (
    <>
      <Title booking={booking} />
      {outage ? <ServerUnreachable /> : null}
      {refused ? (
        <ErrorState
          title="Your booking could not be loaded"
          onRetry={() => void refused.refetch()}
          retrying={refused.isFetching}
        >
          {toApiError(refused.error).message}
        </ErrorState>
      ) : bookings.data && !booking ? (
        <Suspense fallback={<EditSkeleton />}>
          <NoBookingCard />
        </Suspense>
      ) : booking && rules.data && clock.data ? (
        <Settled instead={<EditSkeleton />}>
          <EditForm
            key={`${booking.id} ${booking.status}`}
            booking={booking}
            rules={rules.data}
            today={clock.data.today}
          />
        </Settled>
      ) : (
        <EditSkeleton />
      )}
    </>
  );
}

/** The form's shape while it is still being read. */
function EditSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <p role="status" className="sr-only">
        Loading your booking
      </p>
      {SECTIONS.map((part) => (
        <Skeleton key={part} className="h-22 rounded-card" />
      ))}
    </div>
  );
}

function Title({ booking }: { booking: Booking | undefined }) {
  return (
    <div className="grid gap-2">
      <h1 className="text-2xl sm:text-3xl">Edit Booking</h1>
      {/* Its line is there before its words are, so that nothing below it moves. */}
      <p className="tabular min-h-[1lh] text-muted max-[22rem]:min-h-[2lh]">
        {booking
          ? `Booking ${bookingCode(booking.id)}, ${booking.campus?.campus ?? "campus not known"}`
          : null}
      </p>
    </div>
  );
}

export function meta() {
  return [{ title: pageTitle("Edit Booking") }];
}
