import { feeNow } from "@api/bookings/commands";
import {
  cancelLinkedBooking,
  pickupLinkKeys,
  previewLinkedCancellation,
} from "@api/bookings/pickup-links";
import type { LinkedPickup } from "@api/commands.types";
import { stepFailure } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { WithContacts } from "@components/site/contact-us";
import { Button } from "@components/ui/button";
import { formatCents } from "@lib/format/money";
import { priceReading, usePrice } from "@lib/forms/use-price";
import { useMutation, useQuery } from "@tanstack/react-query";

interface CancelBookingProps {
  token: string;
  onCancelled: (now: LinkedPickup) => void;
}

/** What cancelling costs now, then one button. */
export function CancelBooking({ token, onCancelled }: CancelBookingProps) {
  const preview = useQuery({
    queryKey: pickupLinkKeys.cancel(token),
    queryFn: () => previewLinkedCancellation(token),
    ...priceReading,
  });
  const cancel = useMutation({
    mutationFn: (fee: number) => cancelLinkedBooking(token, fee),
    networkMode: "always",
    onSuccess: onCancelled,
  });
  const price = usePrice(preview, feeNow(cancel.error));
  const error = cancel.error ?? preview.error;
  return (
    <div className="grid gap-5">
      {preview.data && !error ? (
        <FormAlert tone="note">
          <p>
            <WithContacts>{preview.data.words}</WithContacts>
          </p>
        </FormAlert>
      ) : null}
      {error ? <FormAlert tone="error">{stepFailure(error)}</FormAlert> : null}
      <Button
        size="lg"
        variant="destructive"
        className="w-fit"
        disabled={price.waits}
        busy={cancel.isPending || price.asking}
        onClick={async () => {
          const agreed = await price.agreed();
          if (agreed !== undefined) cancel.mutate(agreed);
        }}
      >
        {price.fee ? `Cancel my booking for ${formatCents(price.fee)}` : "Cancel my booking"}
      </Button>
    </div>
  );
}
