import type { Booking } from "@api/bookings/booking";
import { partReturnKeys, partReturnsOf } from "@api/bookings/part-returns";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { Skeleton } from "@components/ui/skeleton";
import { Refusal } from "@features/customer/booking/refusal";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";
import { PartReturnForm } from "./part-return-form";

interface PartReturnDialogProps {
  booking: Pick<Booking, "id" | "campus_id">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Some of the items back while the rest stays: collected, delivered or shipped. */
export function PartReturnDialog({ booking, open, onOpenChange }: PartReturnDialogProps) {
  const offer = useQuery({
    queryKey: partReturnKeys.of(booking.id),
    queryFn: () => partReturnsOf(booking.id),
    enabled: open,
    ...untilReachable,
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      {offer.data ? (
        <PartReturnForm booking={booking} offer={offer.data} onDone={() => onOpenChange(false)} />
      ) : (
        <DialogContent size="sm" title="Get Items Back">
          {offer.isError ? <Refusal error={offer.error} /> : <Skeleton className="h-40" />}
        </DialogContent>
      )}
    </Dialog>
  );
}
