import type { Booking } from "@api/bookings";
import { StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { ListProblem } from "@features/staff/list-problem";
import { useAddress } from "@features/staff/url-state";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { BookingSections } from "./booking-sections";
import { customerName } from "./booking-words";
import { bookingsFailure, useBooking } from "./bookings-query";

interface BookingDetailProps {
  /** the booking in the address, or null when none is open */
  id: string | null;
  /** its row, when it is on the page behind */
  known: Booking | undefined;
  utcOffset: string | undefined;
}

/** The dialog with everything about one booking. Its address can be sent to a colleague. */
export function BookingDetail({ id, known, utcOffset }: BookingDetailProps) {
  const { change } = useAddress();
  const navigate = useNavigate();
  const { state } = useLocation();
  // What was open stays drawn while the dialog closes.
  const [drawn, setDrawn] = useState(id);
  if (id !== null && id !== drawn) setDrawn(id);
  const { data: booking, error, refetch, isFetching } = useBooking(drawn, known);

  function close() {
    if (state?.openedHere) void navigate(-1);
    else change({ booking: null }, { replace: true });
  }

  return (
    <Dialog open={id !== null} onOpenChange={(open) => !open && close()}>
      <DialogContent
        size="lg"
        title={booking ? customerName(booking) : "Booking"}
        description={booking ? <StatusBadge status={booking.status} /> : undefined}
        footer={
          <Button variant="secondary" onClick={close}>
            Close
          </Button>
        }
      >
        {error ? (
          <div className="pb-4">
            <ListProblem
              error={error}
              title={bookingsFailure(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          </div>
        ) : null}
        {booking ? (
          <BookingSections booking={booking} utcOffset={utcOffset} />
        ) : booking === null ? (
          <p>No booking has this number, or you may not see it.</p>
        ) : error ? null : (
          <LoadingSections />
        )}
      </DialogContent>
    </Dialog>
  );
}

function LoadingSections() {
  return (
    <div role="status" aria-label="Loading booking" className="grid gap-6 sm:grid-cols-2">
      {["customer", "address", "dates", "more"].map((section) => (
        <div key={section} className="grid gap-3">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-28" />
        </div>
      ))}
    </div>
  );
}
