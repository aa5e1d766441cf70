import type { Stop } from "@api/commands.types";
import { toApiError } from "@api/errors";
import { onceKeys } from "@api/once";
import { changePickup, pickupKeys } from "@api/pickups/pickups";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { shortWindow, windowOf } from "@features/backoffice/pickups/day/pickup-words";
import { formatDay } from "@lib/format/dates";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { ChangeFields, type PickupPlan, Refusal } from "./change-fields";

interface ChangeDateDialogProps {
  stop: Stop;
  campusId: number;
  today: string;
  onClose: () => void;
}

/** Moves one pickup to another day and window, with a reason; the customer is told by mail. */
export function ChangeDateDialog({ stop, campusId, today, onClose }: ChangeDateDialogProps) {
  const queries = useQueryClient();
  const booked = stop.pickup_date ?? today;
  const [plan, setPlan] = useState<PickupPlan>({
    day: booked < today ? today : booked,
    window: windowOf(stop.pickup_time),
    reason: "customer",
    note: "",
  });
  const [keys] = useState(onceKeys);
  const save = useMutation({
    mutationFn: (pickup_time: string) => {
      const change = {
        booking_id: stop.booking_id ?? "",
        pickup_date: plan.day,
        pickup_time,
        reason: plan.reason,
        ...(plan.note.trim() ? { note: plan.note.trim() } : {}),
        ...(stop.pickup_date ? { seen_date: stop.pickup_date } : {}),
        ...(stop.pickup_time ? { seen_time: stop.pickup_time } : {}),
      };
      return changePickup(change, keys.keyFor(change));
    },
    networkMode: "always",
    onSuccess: (_, window) => {
      toast.success("Date Updated", {
        description: `${stop.full_name}: ${formatDay(plan.day)}, ${shortWindow(window)}`,
      });
      onClose();
    },
    onError: () => queries.invalidateQueries({ queryKey: ["places"] }),
    onSettled: () => queries.invalidateQueries({ queryKey: pickupKeys.all }),
  });
  const same = plan.day === stop.pickup_date && plan.window === windowOf(stop.pickup_time);

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={`Change Date of ${stop.full_name}`}
        description={`Now ${formatDay(stop.pickup_date)}, ${shortWindow(stop.pickup_time)}. The customer gets a mail; when the reason is ours there is never a fee.`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button
              disabled={same || !plan.window}
              busy={save.isPending}
              onClick={() => plan.window && save.mutate(plan.window)}
              className="max-sm:h-14 max-sm:flex-1"
            >
              {save.isPending ? "Saving..." : "Change Date"}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <ChangeFields
            campusId={campusId}
            today={today}
            plan={plan}
            onPlan={(change) => setPlan((now) => ({ ...now, ...change }))}
          />
          {save.isError ? (
            <Refusal
              error={toApiError(save.error)}
              onChoose={({ day, window }) => {
                setPlan((now) => ({ ...now, day, window }));
                save.reset();
              }}
            />
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}
