import type { Booking } from "@api/bookings/booking";
import { feeNow } from "@api/bookings/commands";
import {
  bookPartReturn,
  type PartReturnWish,
  partReturnKeys,
  previewPartReturn,
} from "@api/bookings/part-returns";
import type { OwnPartReturns } from "@api/commands.types";
import { onceKeys } from "@api/once";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { Checkbox } from "@components/ui/checkbox";
import { DatePicker } from "@components/ui/date-picker";
import { DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { RadioCards } from "@components/ui/radio-cards";
import { Textarea } from "@components/ui/textarea";
import { Refusal } from "@features/customer/booking/refusal";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { priceReading, usePrice } from "@lib/forms/use-price";
import { windowsOf } from "@lib/site/pickup-windows";
import { toast } from "@lib/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { BookedPartReturns } from "./booked-part-returns";
import { WAYS } from "./part-return-words";

interface PartReturnFormProps {
  booking: Pick<Booking, "id" | "campus_id">;
  offer: OwnPartReturns;
  onDone: () => void;
}

/** Which items, how, when and where to, with the price on the button. */
export function PartReturnForm({ booking, offer, onDone }: PartReturnFormProps) {
  const formId = useId();
  const queries = useQueryClient();
  const { readAgain } = useKeptBooking();
  // The same wish again is the same request: its answer may have been lost.
  const [ids] = useState(onceKeys);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [way, setWay] = useState<PartReturnWish["way"] | null>(null);
  const [day, setDay] = useState<string>();
  const [window, setWindow] = useState<string | null>(null);
  const [address, setAddress] = useState("");
  const ships = way === "ship";
  const visit = day && window ? { day, window } : null;
  const wish: PartReturnWish | null =
    chosen.size > 0 && way && (ships || visit)
      ? { item_ids: [...chosen], way, ...(ships ? {} : visit) }
      : null;
  const preview = useQuery({
    queryKey: partReturnKeys.price(booking.id, wish),
    queryFn: () => previewPartReturn(booking.id, wish as PartReturnWish),
    enabled: wish !== null,
    ...priceReading,
  });
  const book = useMutation({
    mutationFn: (sent: { wish: PartReturnWish; address: string | null; expected_cents: number }) =>
      bookPartReturn({
        id: ids.keyFor(sent),
        booking_id: booking.id,
        ...sent.wish,
        address: sent.address,
        expected_cents: sent.expected_cents,
      }),
    networkMode: "always",
    onSuccess: (now, sent) => {
      queries.setQueryData(partReturnKeys.of(booking.id), now);
      toast.success(WAYS[sent.wish.way].done, {
        description: sent.wish.day
          ? `${formatDay(sent.wish.day)}, ${sent.wish.window}`
          : "We email you a price.",
      });
      onDone();
    },
    onSettled: readAgain,
  });
  const price = usePrice(preview, feeNow(book.error));
  const needsAddress = way === "bring" || ships;
  const ready = wish && !preview.error && (!needsAddress || address.trim()) && !price.waits;
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
  const submit = async () => {
    if (!wish || !ready || book.isPending) return;
    const cents = await price.agreed();
    if (cents === undefined) return;
    book.mutate({
      wish,
      address: needsAddress ? address.trim() : null,
      expected_cents: cents,
    });
  };
  return (
    <DialogContent
      title="Get Items Back"
      description="Choose some of your items. We keep the rest."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="ghost">Close</Button>
          </DialogClose>
          {offer.words ? null : (
            <Button
              type="submit"
              form={formId}
              disabled={!ready}
              busy={book.isPending || price.asking}
            >
              {way ? label(way, price.fee) : "Book"}
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
          void submit();
        }}
      >
        <BookedPartReturns booking={booking} offer={offer} />
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
            <RadioCards
              label="How"
              columns={3}
              options={Object.entries(WAYS).map(([value, { label, description }]) => ({
                value,
                label,
                description,
              }))}
              value={way}
              onValueChange={changed((value: string) => setWay(value as PartReturnWish["way"]))}
            />
            {way && !ships ? (
              <>
                <Field label="Day" hint="From next month, you pay only for the items that stay.">
                  <DatePicker value={day} min={offer.from_day} onChange={changed(setDay)} />
                </Field>
                <RadioCards
                  label="Window"
                  columns={3}
                  options={windowsOf(booking.campus_id).map(({ label }) => ({
                    value: label,
                    label,
                  }))}
                  value={window}
                  onValueChange={changed(setWindow)}
                />
              </>
            ) : null}
            {needsAddress ? (
              <Field
                label={ships ? "Ship to" : "Deliver to"}
                hint="Street, unit, city, postal code, and the country if it is not Canada."
                required
              >
                <Textarea
                  rows={2}
                  maxLength={300}
                  autoComplete="street-address"
                  value={address}
                  onChange={({ target }) => changed(setAddress)(target.value)}
                />
              </Field>
            ) : null}
          </>
        )}
        {wish && preview.data?.words.length ? (
          <FormAlert tone="note">{preview.data.words.join(" ")}</FormAlert>
        ) : null}
        <Refusal error={book.error ?? (wish ? preview.error : null)} />
      </form>
    </DialogContent>
  );
}

function label(way: PartReturnWish["way"], fee: number | undefined): string {
  if (way === "ship") return "Ask for a price";
  const { verb } = WAYS[way];
  return fee ? `${verb} for ${formatCents(fee)}` : verb;
}
