import type { Booking } from "@api/bookings/booking";
import {
  bookCollection,
  cancelCollection,
  collectionKeys,
  collectionsOf,
} from "@api/bookings/collections";
import type { OwnCollections } from "@api/commands.types";
import { onceKeys } from "@api/once";
import { FormAlert } from "@components/form-alert";
import { Badge } from "@components/ui/badge";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { DatePicker } from "@components/ui/date-picker";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { RadioCards } from "@components/ui/radio-cards";
import { Skeleton } from "@components/ui/skeleton";
import { Refusal } from "@features/customer/booking/refusal";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { untilReachable } from "@lib/lists/list-query";
import { windowsOf } from "@lib/site/pickup-windows";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";

interface CollectDialogProps {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Some of the items, fetched at the warehouse while the rest stays. */
export function CollectDialog({ booking, open, onOpenChange }: CollectDialogProps) {
  const offer = useQuery({
    queryKey: collectionKeys.of(booking.id),
    queryFn: () => collectionsOf(booking.id),
    enabled: open,
    ...untilReachable,
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      {offer.data ? (
        <CollectForm booking={booking} offer={offer.data} onDone={() => onOpenChange(false)} />
      ) : (
        <DialogContent size="sm" title="Collect Items">
          {offer.isError ? <Refusal error={offer.error} /> : <Skeleton className="h-40" />}
        </DialogContent>
      )}
    </Dialog>
  );
}

interface CollectFormProps {
  booking: Booking;
  offer: OwnCollections;
  onDone: () => void;
}

function CollectForm({ booking, offer, onDone }: CollectFormProps) {
  const formId = useId();
  const queries = useQueryClient();
  const { readAgain } = useKeptBooking();
  // The same wish again is the same collection: its answer may have been lost.
  const [ids] = useState(onceKeys);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [day, setDay] = useState<string>();
  const [window, setWindow] = useState<string | null>(null);
  const keep = (now: OwnCollections) => queries.setQueryData(collectionKeys.of(booking.id), now);
  const book = useMutation({
    mutationFn: (wish: { day: string; window: string }) =>
      bookCollection({
        id: ids.keyFor({ items: [...chosen], ...wish }),
        booking_id: booking.id,
        item_ids: [...chosen],
        expected_cents: offer.cents,
        ...wish,
      }),
    networkMode: "always",
    onSuccess: (now, wish) => {
      keep(now);
      toast.success("Collection Booked", { description: `${formatDay(wish.day)}, ${wish.window}` });
      onDone();
    },
    onSettled: readAgain,
  });
  const cancel = useMutation({
    mutationFn: (collection: string) =>
      cancelCollection({ booking_id: booking.id, id: collection }),
    networkMode: "always",
    onSuccess: (now) => {
      keep(now);
      toast.success("Collection Cancelled");
    },
    onSettled: readAgain,
  });
  const booked = offer.collections.filter(({ state }) => state === "booked");
  const ready = chosen.size > 0 && day && window;
  // What was refused was another wish.
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      book.reset();
    };
  const press = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
    book.reset();
  };
  return (
    <DialogContent
      title="Collect Items"
      description="Pick up some of your items at our warehouse. We keep the rest."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="ghost">Close</Button>
          </DialogClose>
          {offer.words ? null : (
            <Button type="submit" form={formId} disabled={!ready} busy={book.isPending}>
              Book collection for {formatCents(offer.cents)}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen.size > 0 && day && window && !book.isPending) book.mutate({ day, window });
        }}
      >
        {booked.length > 0 ? (
          <ul aria-label="Booked collections" className="grid gap-3">
            {booked.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-line p-3"
              >
                <p className="grid gap-1">
                  <span className="font-semibold">
                    {formatDay(one.day)}, {one.window}
                  </span>
                  <Badge tone="pine">
                    {one.item_ids.length === 1 ? "1 item" : `${one.item_ids.length} items`}
                  </Badge>
                </p>
                <Button
                  variant="secondary"
                  size="sm"
                  busy={cancel.isPending && cancel.variables === one.id}
                  onClick={() => cancel.mutate(one.id)}
                >
                  Cancel collection
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
        <Refusal error={cancel.error} />
        {offer.words ? (
          <FormAlert tone="note">{offer.words}</FormAlert>
        ) : (
          <>
            <fieldset className="grid gap-2">
              <legend className="mb-2 font-semibold">Items</legend>
              {offer.items.map((item) => (
                <Checkbox
                  key={item.id}
                  label={`${item.number}. ${item.description}`}
                  checked={chosen.has(item.id)}
                  onCheckedChange={() => press(item.id)}
                />
              ))}
            </fieldset>
            <Field label="Day" hint="From next month, you pay only for the items that stay.">
              <DatePicker value={day} min={offer.from_day} onChange={changed(setDay)} />
            </Field>
            <RadioCards
              label="Window"
              columns={3}
              options={windowsOf(booking.campus_id).map(({ label }) => ({ value: label, label }))}
              value={window}
              onValueChange={changed(setWindow)}
            />
          </>
        )}
        <Refusal error={book.error} />
      </form>
    </DialogContent>
  );
}
