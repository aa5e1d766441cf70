import { type Booking, bookingKeys } from "@api/bookings/booking";
import { confirmPickup } from "@api/bookings/commands";
import { toApiError } from "@api/errors";
import { Button } from "@components/ui/button";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";

/** "I'll be there", as the reminder's link says it; then that it was said. */
export function BeThere({ booking, loud }: { booking: Booking; loud: boolean }) {
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => confirmPickup(booking.id),
    networkMode: "always",
    onSuccess: () => toast.success("Thank you. We know that you will be there."),
    onError: (error) => toast.error("Not confirmed", { description: toApiError(error).message }),
    onSettled: () => queries.invalidateQueries({ queryKey: bookingKeys.all }),
  });
  if (booking.pickup_confirmed_at)
    return (
      <p className="flex basis-full items-center gap-2 font-semibold">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
        You said you will be there.
      </p>
    );
  return (
    <Button
      variant={loud ? "pine" : "secondary"}
      // Yellow would be lost on the yellow card.
      className={loud ? undefined : "border-current text-inherit hover:text-ink"}
      busy={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      {confirm.isPending ? null : <CircleCheck aria-hidden="true" />}
      I'll be there
    </Button>
  );
}
