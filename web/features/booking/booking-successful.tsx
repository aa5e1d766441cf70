import { PageLink } from "@components/page-link";
import { Button } from "@components/ui/button";
import { useSession } from "@lib/session";
import { PackageCheck } from "lucide-react";
import { MailboxLink } from "./booking-done";
import { nextStepAfter, useCompletedBooking } from "./completed-booking";

/** The alert 'Booking Successful!' after a booking was completed here; nothing before. */
export function BookingSuccessful() {
  const completed = useCompletedBooking();
  const { status } = useSession();
  return (
    <div role="status" className="empty:hidden">
      {completed ? (
        <div className="mb-10 flex gap-4 rounded-card border-2 border-pine bg-sheet p-5 sm:p-6">
          <PackageCheck aria-hidden="true" className="mt-0.5 size-7 shrink-0 text-pine" />
          <div className="grid min-w-0 gap-1.5">
            <h2 className="text-xl">Booking Successful!</h2>
            <p className="text-sm break-words text-muted">{nextStepAfter(completed)}</p>
            <div className="mt-1.5 flex flex-wrap items-center gap-x-5 gap-y-2">
              {status === "signed-in" ? (
                <Button asChild size="sm">
                  <PageLink to="/customer-dashboard">Open my dashboard</PageLink>
                </Button>
              ) : null}
              <MailboxLink completed={completed} />
            </div>
          </div>
        </div>
      ) : null}
    </div>
  );
}
