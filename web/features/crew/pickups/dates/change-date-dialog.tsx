import type { Stop } from "@api/commands.types";
import { pickupKeys } from "@api/pickups/pickups";
import { Dialog, DialogContent } from "@components/ui/dialog";
import { MoveForm } from "@features/office/bookings/record/forms/move-form";
import { useQueryClient } from "@tanstack/react-query";

interface ChangeDateDialogProps {
  stop: Stop;
  bookingId: string;
  campusId: number;
  onClose: () => void;
}

/** Moves one pickup to another day and window, by the form that the booking's record has. */
export function ChangeDateDialog({ stop, bookingId, campusId, onClose }: ChangeDateDialogProps) {
  const queries = useQueryClient();
  const booking = {
    id: bookingId,
    campus_id: campusId,
    pickup_date: stop.pickup_date,
    pickup_time: stop.pickup_time,
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        size="lg"
        title={`Change Date of ${stop.full_name}`}
        description="When the reason is ours there is never a fee."
      >
        <MoveForm
          booking={booking}
          onDone={onClose}
          onSaved={() => void queries.invalidateQueries({ queryKey: pickupKeys.all })}
        />
      </DialogContent>
    </Dialog>
  );
}
