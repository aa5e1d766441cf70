import { ListProblem } from "@components/lists/list-problem";
import { Button, type ButtonProps } from "@components/ui/button";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { useBooking, useBookingRead } from "@features/office/bookings/one-booking";
import { MoveForm } from "@features/office/bookings/record/forms/move-form";
import { ReturnForm } from "@features/office/bookings/record/forms/return-form";
import { useReadAhead } from "@lib/lists/read-ahead";
import { KitDateForm } from "./kit-date-form";

interface AnotherDateProps {
  bookingId: string;
  kind: "pickup" | "return" | "kit";
  name: string;
  onClose: () => void;
  /** It was moved: a new stop stands in the new day. */
  onMoved: () => void;
}

/** Opens it, with the booking read by then. */
export function AnotherDateButton({ bookingId, ...button }: ButtonProps & { bookingId: string }) {
  const ahead = useReadAhead([useBookingRead(bookingId)]);
  return <Button {...ahead} {...button} />;
}

/** Another day for a stop that did not work out, with what it comes to before it is moved. */
export function AnotherDate({ bookingId, kind, name, onClose, onMoved }: AnotherDateProps) {
  const { data: booking, error, refetch, isFetching } = useBooking(bookingId, undefined);
  const Form = kind === "return" ? ReturnForm : MoveForm;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent size="lg" title={`Another date for ${name}`}>
        {booking && kind === "kit" ? (
          <KitDateForm booking={booking} onDone={onClose} onSaved={onMoved} />
        ) : booking ? (
          <Form booking={booking} onDone={onClose} onSaved={onMoved} />
        ) : error ? (
          <ListProblem
            error={error}
            title="Booking Fetch Error"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            The booking could not be loaded.
          </ListProblem>
        ) : (
          <Skeleton late className="h-60 rounded-2xl" />
        )}
      </DialogContent>
    </Dialog>
  );
}
