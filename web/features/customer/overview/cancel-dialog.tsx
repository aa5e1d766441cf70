import type { Booking } from "@api/bookings/booking";
import {
  bookingRuleKeys,
  cancelBooking,
  feeNow,
  previewCancellation,
} from "@api/bookings/commands";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { Refusal } from "@features/customer/booking/refusal";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { useOnce } from "@features/customer/booking/use-once";
import { bookingCode } from "@lib/format/booking-code";
import { formatCents } from "@lib/format/money";
import { priceReading } from "@lib/forms/use-price";
import { toast } from "@lib/toast";
import { useMutation, useQuery } from "@tanstack/react-query";

export interface CancelDialogProps {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What cancelling costs now, and doing it for exactly that. */
export function CancelDialog({ booking, open, onOpenChange }: CancelDialogProps) {
  const { keep, readAgain } = useKeptBooking();
  const once = useOnce();
  const cancel = useMutation({
    mutationFn: (fee: number) => cancelBooking(booking.id, fee),
    networkMode: "always",
    onSuccess: (stored) => {
      keep(stored);
      const fee = stored.cancellation_fee_cents ?? 0;
      toast.success("Booking Cancelled", {
        description: fee ? `The fee of ${formatCents(fee)} is on your account.` : "Free of charge.",
      });
      onOpenChange(false);
    },
    onError: () => void preview.refetch(),
    // Also a lost answer or a refusal may mean that it has changed.
    onSettled: readAgain,
  });
  const preview = useQuery({
    queryKey: bookingRuleKeys.cancellation(booking.id),
    queryFn: () => previewCancellation(booking.id),
    // While it is cancelled everything is read again, but nobody asks what cancelling it would cost.
    enabled: open && booking.status !== "cancelled" && !cancel.isPending,
    ...priceReading,
  });
  const changed = feeNow(cancel.error);
  const fee = changed ?? preview.data?.fee_cents;
  // What was read after the refusal is the newer of the two.
  const shown = preview.isFetching ? undefined : fee;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        size="sm"
        title="Cancel Booking"
        description={`Booking ${bookingCode(booking.id)}`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Keep my booking</Button>
            </DialogClose>
            {preview.isError ? null : (
              <Button
                variant="destructive"
                disabled={shown === undefined}
                busy={cancel.isPending}
                onClick={() => shown !== undefined && once(() => cancel.mutateAsync(shown))}
              >
                {shown ? `Cancel and pay ${formatCents(shown)}` : "Cancel free of charge"}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-4">
          {preview.isError ? (
            <>
              <Refusal error={preview.error} />
              <Button
                variant="secondary"
                className="justify-self-start"
                onClick={() => void preview.refetch()}
              >
                Try again
              </Button>
            </>
          ) : preview.data ? (
            <p className="text-base">{preview.data.words}</p>
          ) : (
            <Skeleton className="h-12" />
          )}
          <Refusal error={preview.isError ? null : cancel.error} />
          {preview.isError ? null : (
            <p className="text-muted">
              Our crew will not come, and your place goes to the next person waiting. We confirm it
              by mail. You can book again at any time.
            </p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
