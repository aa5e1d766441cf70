import type { Stop } from "@api/commands.types";
import { onceKeys } from "@api/once";
import { changePickup, pickupKeys } from "@api/pickups/pickups";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { shortWindow, windowOf } from "@features/backoffice/pickups/day/pickup-words";
import { formatDay } from "@lib/format/dates";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FormProvider } from "react-hook-form";
import { toast } from "sonner";
import type { output } from "zod/mini";
import { ChangeFields, planSchema } from "./change-fields";

interface ChangeDateDialogProps {
  stop: Stop;
  campusId: number;
  today: string;
  onClose: () => void;
}

/** Moves one pickup to another day and window, with a reason; the customer is told by mail. */
export function ChangeDateDialog({ stop, campusId, today, onClose }: ChangeDateDialogProps) {
  const formId = useId();
  const queries = useQueryClient();
  const booked = stop.pickup_date ?? today;
  const form = useSchemaForm({
    schema: planSchema,
    defaultValues: {
      day: booked < today ? today : booked,
      window: windowOf(stop.pickup_time) ?? "",
      reason: "customer",
      note: "",
    },
    onSend: (plan) => save.mutate(plan),
  });
  const [day, window] = form.watch(["day", "window"]);
  const [keys] = useState(onceKeys);
  const save = useMutation({
    mutationFn: (plan: output<typeof planSchema>) => {
      const change = {
        booking_id: stop.booking_id ?? "",
        pickup_date: plan.day,
        pickup_time: plan.window,
        reason: plan.reason,
        ...(plan.note ? { note: plan.note } : {}),
        ...(stop.pickup_date ? { seen_date: stop.pickup_date } : {}),
        ...(stop.pickup_time ? { seen_time: stop.pickup_time } : {}),
      };
      return changePickup(change, keys.keyFor(change));
    },
    networkMode: "always",
    onSuccess: (_, plan) => {
      toast.success("Date Updated", {
        description: `${stop.full_name}: ${formatDay(plan.day)}, ${shortWindow(plan.window)}`,
      });
      onClose();
    },
    onError: () => queries.invalidateQueries({ queryKey: ["places"] }),
    onSettled: () => queries.invalidateQueries({ queryKey: pickupKeys.all }),
  });
  const same = day === stop.pickup_date && window === windowOf(stop.pickup_time);

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
              type="submit"
              form={formId}
              disabled={same || !window}
              busy={save.isPending}
              className="max-sm:h-14 max-sm:flex-1"
            >
              {save.isPending ? "Saving..." : "Change Date"}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={form.onSubmit} className="grid gap-4">
          <FormProvider {...form}>
            <ChangeFields campusId={campusId} today={today} save={save} />
          </FormProvider>
        </form>
      </DialogContent>
    </Dialog>
  );
}
