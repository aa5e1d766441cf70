import { useCampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { Settled } from "@components/settled";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { useOwnBookings } from "@features/customer/booking/own-bookings";
import { useOutage } from "@features/customer/booking/use-outage";
import { FriendItems } from "@features/customer/items/friend-items";
import { CustomerInformation } from "@features/customer/overview/customer-information";
import NoBookingCard from "@features/customer/overview/no-booking";
import { Overview } from "@features/customer/overview/overview";
import { OverviewSkeleton } from "@features/customer/overview/overview-skeleton";
import type { Profile } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { pageTitle } from "@lib/site/page-title";
import { lazy, Suspense } from "react";
import { DashboardHeader } from "./dashboard-header";

// Few have one, and it stands apart from the rest.
const GuestBookings = lazy(() => import("@features/customer/overview/guest-bookings"));

/** A customer's own storage. The gate before it lets only signed-in people through. */
export default function CustomerDashboardPage() {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <>
      <DashboardHeader />
      <main className="container-page grid gap-5 py-5 pb-28 sm:gap-8 sm:py-10 md:pb-16">
        <div className="grid gap-1 sm:gap-3">
          <h1 className="text-2xl wrap-anywhere sm:text-3xl">
            Welcome, {session.profile.full_name || "Student"}
          </h1>
          <h2 className="font-sans text-sm font-medium tracking-normal text-muted">
            Dashboard Overview
          </h2>
        </div>
        <MyStorage profile={session.profile} provisional={session.provisional} />
      </main>
    </>
  );
}

function MyStorage({ profile, provisional }: { profile: Profile; provisional: boolean }) {
  const clock = useCampusClock();
  const bookings = useOwnBookings(profile.id, clock.data?.today);
  const outage = useOutage([clock, bookings]) || provisional;
  const refused = [bookings, clock].find(
    (read) => read.isError && !read.data && !toApiError(read.error).unreachable,
  );

  return (
    <div className="grid gap-6">
      {outage ? <ServerUnreachable /> : null}
      {refused ? (
        <ErrorState
          title="Your storage could not be loaded"
          onRetry={() => void refused.refetch()}
          retrying={refused.isFetching}
        >
          {failureWords(refused.error)}
        </ErrorState>
      ) : null}
      {bookings.data && clock.data && !provisional ? (
        <Suspense>
          <GuestBookings userId={profile.id} />
        </Suspense>
      ) : null}
      {bookings.data && clock.data ? (
        bookings.data.length > 0 ? (
          <Settled instead={<OverviewSkeleton />}>
            <Overview profile={profile} bookings={bookings.data} clock={clock.data} />
          </Settled>
        ) : (
          <NoBooking profile={profile} />
        )
      ) : refused ? null : (
        <OverviewSkeleton />
      )}
    </div>
  );
}

function NoBooking({ profile }: { profile: Profile }) {
  return (
    <div className="grid gap-4 lg:grid-cols-[7fr_5fr] lg:items-start">
      <NoBookingCard items={(plan) => <FriendItems plan={plan} />} />
      <CustomerInformation profile={profile} booking={undefined} />
    </div>
  );
}

function failureWords(error: unknown): string {
  const { status, message } = toApiError(error);
  return status === 401 ? "Authentication required" : `Failed to fetch bookings: ${message}`;
}

/** What makes My Storage an application to install, without which an iPhone notifies nobody. */
export function links() {
  return [
    { rel: "manifest", href: "/my-storage.webmanifest" },
    { rel: "apple-touch-icon", href: "/crew-icon-192.png" },
  ];
}

export function meta() {
  return [{ title: pageTitle("My Storage") }];
}
