import type { Booking } from "@api/bookings/booking";
import { withdrawPickupChange } from "@api/bookings/commands";
import { Button } from "@components/ui/button";
import { refusalOf } from "@features/customer/booking/refusal";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { useOnce } from "@features/customer/booking/use-once";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";
import { useAskedPickup } from "./asked-pickup";

/** The last wish for another pickup: open, with the way to take it back, or what came of it. */
export function PickupRequest({ booking }: { booking: Booking }) {
  const { readAgain } = useKeptBooking();
  const once = useOnce();
  const last = useAskedPickup(booking.id);
  const withdraw = useMutation({
    mutationFn: () => withdrawPickupChange(booking.id),
    networkMode: "always",
    onSuccess: () => toast.success("Request Withdrawn"),
    onError: (error) => toast.error("Update Failed", { description: refusalOf(error) }),
    onSettled: readAgain,
  });
  if (!last || last.state === "done") return null;
  const wish = last.words;
  if (last.state !== "asked") {
    return (
      <p className="mt-1 text-xs text-muted">
        {last.state === "refused"
          ? `Our staff could not confirm ${wish}. Your pickup stays as it is.`
          : `You took your request for ${wish} back.`}
      </p>
    );
  }
  return (
    <div className="mt-2 grid justify-items-start gap-1 border-l-4 border-tape pl-3">
      <p className="text-xs font-semibold">You asked for {wish}</p>
      <p className="text-xs text-muted">We will answer by email. Until then nothing changes.</p>
      <Button
        variant="link"
        size="sm"
        busy={withdraw.isPending}
        onClick={() => once(() => withdraw.mutateAsync())}
        className="-ml-1"
      >
        Withdraw request
      </Button>
    </div>
  );
}
