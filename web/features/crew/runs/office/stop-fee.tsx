import type { StopCard } from "@api/commands.types";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { ProposeFeeForm } from "@features/office/bookings/record/forms/propose-fee-form";

interface StopFeeProps {
  stop: StopCard;
  bookingId: string;
  onClose: () => void;
}

/** Proposes a fee for what happened at a stop; its arrival is known already. */
export function StopFee({ stop, bookingId, onClose }: StopFeeProps) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={`A fee for ${stop.full_name}`}
        description="With its reason and photo. The office charges it or lets it go."
      >
        <ProposeFeeForm booking={{ id: bookingId }} stop={stop} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}
