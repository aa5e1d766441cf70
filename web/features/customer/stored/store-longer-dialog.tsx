import type { Booking } from "@api/bookings/booking";
import { bookingRuleKeys, storageUntil, storeLonger } from "@api/bookings/commands";
import type { LongerOption, StorageUntil } from "@api/commands.types";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { RadioCards } from "@components/ui/radio-cards";
import { Skeleton } from "@components/ui/skeleton";
import { Refusal } from "@features/customer/booking/refusal";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { storageLength } from "@lib/format/storage-length";
import { untilReachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";

const TITLE = "Store Longer";

interface StoreLongerDialogProps {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** How much longer the items stay, with the total before the press. */
export function StoreLongerDialog({ booking, open, onOpenChange }: StoreLongerDialogProps) {
  const offer = useQuery({
    queryKey: bookingRuleKeys.storage(booking.id),
    queryFn: () => storageUntil(booking.id),
    enabled: open,
    ...untilReachable,
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      {offer.data && !offer.data.words ? (
        <LongerForm booking={booking} offer={offer.data} onDone={() => onOpenChange(false)} />
      ) : (
        <DialogContent size="sm" title={TITLE}>
          {offer.data?.words ? (
            <FormAlert tone="note">{offer.data.words}</FormAlert>
          ) : offer.isError ? (
            <Refusal error={offer.error} />
          ) : (
            <Skeleton className="h-40" />
          )}
        </DialogContent>
      )}
    </Dialog>
  );
}

interface LongerFormProps {
  booking: Booking;
  offer: StorageUntil;
  onDone: () => void;
}

function LongerForm({ booking, offer, onDone }: LongerFormProps) {
  const formId = useId();
  const queries = useQueryClient();
  const { readAgain } = useKeptBooking();
  const [chosen, setChosen] = useState(String(offer.months));
  const option = offer.options.find(({ months }) => String(months) === chosen);
  const store = useMutation({
    mutationFn: (wanted: LongerOption) => storeLonger(booking.id, wanted),
    networkMode: "always",
    onSuccess: (now) => {
      queries.setQueryData(bookingRuleKeys.storage(booking.id), now);
      toast.success("Storage Changed", { description: `Until ${formatDay(now.until)}` });
      onDone();
    },
    onSettled: readAgain,
  });
  const asStored = option?.months === offer.months;
  return (
    <DialogContent
      title={TITLE}
      description={`Your items are stored until ${formatDay(offer.until)}. Each month costs ${formatCents(offer.monthly_cents)} with tax and is invoiced as it begins.`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="ghost">Close</Button>
          </DialogClose>
          <Button type="submit" form={formId} disabled={!option || asStored} busy={store.isPending}>
            {!option || asStored
              ? "Store longer"
              : option.months === 0
                ? "Store as planned"
                : `Store longer for ${formatCents(option.cents)}`}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (option && !asStored && !store.isPending) store.mutate(option);
        }}
      >
        <RadioCards
          label="How long"
          columns={2}
          options={offer.options.map((one) => ({
            value: String(one.months),
            label: storageLength(one),
            description: `Until ${formatDay(one.until)}`,
          }))}
          value={chosen}
          onValueChange={(value) => {
            setChosen(value);
            store.reset();
          }}
        />
        {option ? (
          <p role="status" className="rounded-xl bg-mist px-4 py-3">
            {option.months === 0
              ? "Nothing extra to pay. "
              : `${formatCents(option.cents)} extra, with tax. `}
            <strong className="font-semibold">
              {formatCents(option.total_cents)} for the whole storage until{" "}
              {formatDay(option.until)}.
            </strong>{" "}
            You can have everything back sooner and pay only for the months that have begun.
          </p>
        ) : null}
        <Refusal error={store.error} />
      </form>
    </DialogContent>
  );
}
