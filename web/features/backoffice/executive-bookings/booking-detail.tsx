import { customerName } from "@api/booking-words";
import type { Booking } from "@api/bookings";
import type { CampusClock } from "@api/clock";
import { toApiError } from "@api/errors";
import { ListProblem } from "@components/list-problem";
import { StatusBadge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { useAddress } from "@lib/url-state";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { BookingEdit } from "./booking-edit";
import { BookingFacts } from "./booking-facts";
import { useExecutiveBooking } from "./bookings-query";

interface BookingDetailProps {
  /** the booking in the address, or null when none is open */
  id: string | null;
  /** its row, when it is on the page behind */
  known: Booking | undefined;
  clock: CampusClock | undefined;
}

/** The dialog of one booking: its two editable fields first, then everything about it. */
export function BookingDetail({ id, known, clock }: BookingDetailProps) {
  const { change } = useAddress();
  const navigate = useNavigate();
  const { state } = useLocation();
  // What was open stays drawn while the dialog closes.
  const [drawn, setDrawn] = useState(id);
  if (id !== null && id !== drawn) setDrawn(id);
  const { data: booking, error, refetch, isFetching } = useExecutiveBooking(drawn, known);

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
        <div className="grid gap-6">
          {error ? (
            <ListProblem
              error={error}
              title="Error fetching bookings"
              onRetry={() => void refetch()}
              retrying={isFetching}
            >
              {toApiError(error).message}
            </ListProblem>
          ) : null}
          {booking ? (
            <>
              <BookingEdit key={booking.id} booking={booking} />
              <BookingFacts booking={booking} utcOffset={clock?.utc_offset} />
            </>
          ) : booking === null ? (
            <p>No booking has this number.</p>
          ) : error ? null : (
            <div role="status" aria-label="Loading booking" className="grid gap-6 sm:grid-cols-2">
              {["edit", "customer", "pickup", "delivery"].map((part) => (
                <Skeleton key={part} className="h-36" />
              ))}
            </div>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
