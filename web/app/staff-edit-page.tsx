import { bookingRuleKeys, bookingRules } from "@api/bookings/commands";
import { customerName } from "@api/bookings/words";
import { useCampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { Button } from "@components/ui/button";
import { ErrorState, ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { EditForm } from "@features/customer/edit/edit-form";
import { useBooking } from "@features/office/bookings/one-booking";
import { StaffHeader } from "@features/office/staff-header";
import { isOffice } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { pageTitle } from "@lib/site/page-title";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useParams } from "react-router";

/** 'Edit Booking' by the office, for a customer: the same form, and a reason. */
export default function StaffEditPage() {
  const { id = "" } = useParams();
  const { profile } = useSession();
  if (!profile) return null;
  if (!isOffice(profile)) return <Navigate to="/admin-dashboard" replace />;
  return (
    <>
      <StaffHeader profile={profile} />
      <main id="main" className="mx-auto grid w-full max-w-[1440px] gap-6 px-4 py-6 sm:px-6">
        <Editable id={id} />
      </main>
    </>
  );
}

function Editable({ id }: { id: string }) {
  const clock = useCampusClock();
  const booking = useBooking(id, undefined);
  const rules = useQuery({
    queryKey: bookingRuleKeys.rules(id),
    queryFn: () => bookingRules(id),
    networkMode: "always",
    retry: false,
  });
  const failed = [booking, rules].find((read) => read.isError && !read.data);
  if (failed && toApiError(failed.error).unreachable) return <ServerUnreachable />;
  if (failed)
    return (
      <>
        <ErrorState
          title="This booking could not be read"
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        >
          {toApiError(failed.error).message}
        </ErrorState>
        <Button asChild variant="secondary" className="justify-self-start">
          <Link to="/admin-dashboard?tab=bookings">To the bookings</Link>
        </Button>
      </>
    );
  if (!(booking.data && rules.data && clock.data))
    return (
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        Opening the booking...
      </p>
    );
  return (
    <>
      <h2 className="text-2xl wrap-anywhere sm:text-3xl">
        Edit Booking of {customerName(booking.data)}
      </h2>
      <EditForm
        key={`${id} ${rules.data.status}`}
        booking={booking.data}
        rules={rules.data}
        today={clock.data.today}
        office={{ back: `/admin-dashboard?tab=bookings&booking=${id}` }}
      />
    </>
  );
}

export function meta() {
  return [{ title: pageTitle("Edit Booking") }];
}
