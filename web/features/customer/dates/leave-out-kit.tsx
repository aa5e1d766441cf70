import { type Booking, changeBookingDate } from "@api/bookings/booking";
import { bookingRuleKeys, bookingRules } from "@api/bookings/commands";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { useOnce } from "@features/customer/booking/use-once";
import { formatDay } from "@lib/format/dates";
import { toast } from "@lib/toast";
import { useMutation, useQuery } from "@tanstack/react-query";
import { refusalWords, UPDATE_FAILED } from "./date-fields";

/** The way out of a kit: for whom needs none, and for a pickup that leaves no day for it. */
export function LeaveOutKit({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const { keep, readAgain } = useKeptBooking();
  const once = useOnce();
  const rules = useQuery({
    queryKey: bookingRuleKeys.rules(booking.id),
    queryFn: () => bookingRules(booking.id),
    networkMode: "always",
  }).data;
  const leaveOut = useMutation({
    mutationFn: () => changeBookingDate(booking.id, { supply_kit_delivery_date: null }),
    networkMode: "always",
    onSuccess: (changed) => {
      keep(changed);
      toast.success("Date Updated", { description: "We bring no supply kit." });
      onDone();
    },
    onError: (error) =>
      toast.error("Update Failed", {
        description: [UPDATE_FAILED, refusalWords(error)].filter(Boolean).join(" "),
      }),
    onSettled: readAgain,
  });
  const { kit_from: from, kit_to: to } = rules ?? {};
  const fits = from && to ? from <= to : null;
  return (
    <>
      {fits === null ? null : (
        <FormAlert tone="note">
          {fits
            ? `Possible days: ${formatDay(from)} to ${formatDay(to)}.`
            : `No day is left for a kit before your pickup on ${formatDay(booking.pickup_date)}.`}
        </FormAlert>
      )}
      {booking.supply_kit_delivery_date ? (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={leaveOut.isPending}
          onClick={() => once(() => leaveOut.mutateAsync())}
        >
          I don't need the kit
        </Button>
      ) : null}
    </>
  );
}
