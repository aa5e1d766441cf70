import type { Booking } from "@api/bookings/booking";
import {
  type BookingRules,
  bookDelivery,
  bookingRuleKeys,
  bookingRules,
  type DeliveryWish,
  feeNow,
  previewDelivery,
} from "@api/bookings/commands";
import { type FreeWindow, freeWindows, isFull } from "@api/bookings/places-held";
import { FormAlert } from "@components/form-alert";
import { Button } from "@components/ui/button";
import { DayChips } from "@components/ui/day-chips";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { LateCalendar } from "@components/ui/late-calendar";
import { RadioCards } from "@components/ui/radio-cards";
import { Skeleton } from "@components/ui/skeleton";
import { Textarea } from "@components/ui/textarea";
import facts from "@facts/booking.json";
import { PriceWords } from "@features/customer/booking/price-words";
import { Refusal } from "@features/customer/booking/refusal";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { useOnce } from "@features/customer/booking/use-once";
import { daysOf } from "@features/customer/dates/date-fields";
import { placesWords, useWindows } from "@features/customer/dates/window-places";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { trimmed } from "@lib/forms/schema";
import { priceReading, usePrice } from "@lib/forms/use-price";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { untilReachable } from "@lib/lists/list-query";
import { isDayOfReturns } from "@lib/site/free-return";
import { windowsOf } from "@lib/site/pickup-windows";
import { toast } from "@lib/toast";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { UseFormSetValue } from "react-hook-form";
import * as z from "zod/mini";
import { DeliveryQuote, useDeliveryQuote } from "./delivery-quote";

/** Makes a wish of what was chosen so far; null while a day, or the window it needs, is missing. */
const wishSchema = z.pipe(
  z.object({
    option: z.nullable(z.enum(["same_city", "different_city"])),
    day: z.optional(z.string()),
    window: z.nullable(z.string()),
    address: trimmed,
  }),
  z.transform(({ option, day, window, address }): DeliveryWish | null => {
    const sameCity = option === "same_city";
    if (!option || !day || (sameCity && !window)) return null;
    return { delivery_option: option, day, window: sameCity ? window : null, address };
  }),
);
type Wished = z.input<typeof wishSchema>;

export interface DeliveryDialogProps {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** When and where everything comes back. */
export function DeliveryDialog({ booking, open, onOpenChange }: DeliveryDialogProps) {
  const rules = useQuery({
    queryKey: bookingRuleKeys.rules(booking.id),
    queryFn: () => bookingRules(booking.id),
    enabled: open,
    ...untilReachable,
  });
  const title = "Book Delivery";
  if (rules.data?.delivery_open) {
    return (
      <Dialog open={open} onOpenChange={onOpenChange}>
        <DeliveryForm
          title={title}
          booking={booking}
          rules={rules.data}
          onDone={() => onOpenChange(false)}
        />
      </Dialog>
    );
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent size="sm" title={title}>
        {rules.data?.delivery_words ? (
          <FormAlert tone="note">{rules.data.delivery_words}</FormAlert>
        ) : rules.isError ? (
          <Refusal error={rules.error} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface DeliveryFormProps {
  title: string;
  booking: Booking;
  rules: BookingRules;
  onDone: () => void;
}

function DeliveryForm({ title, booking, rules, onDone }: DeliveryFormProps) {
  const formId = useId();
  const { keep, readAgain } = useKeptBooking();
  const once = useOnce();
  const known = booking.return_delivery_date;
  const { register, watch, setValue, onSubmit } = useSchemaForm<Wished, DeliveryWish | null>({
    schema: wishSchema,
    defaultValues: {
      option: booking.delivery_option === "decide_later" ? null : booking.delivery_option,
      day: known && known >= rules.return_from ? known : undefined,
      window: booking.return_delivery_time,
      address: booking.delivery_address ?? "",
    },
    onSend: (wish) =>
      wish &&
      once(async () => {
        const fee = await price.agreed();
        if (fee !== undefined) await book.mutateAsync({ wish, fee });
      }),
  });
  const wished = watch();
  const { option, day, window, address } = wished;
  const wish = wishSchema.parse(wished);
  const [jumps, setJumps] = useState(0);
  const freeDays = daysOf(...rules.free_return).filter(
    (one) => one >= rules.return_from && isDayOfReturns(one),
  );
  const sameCity = option === "same_city";
  const windows = useWindows(booking.campus_id, sameCity ? day : undefined);
  // What it costs hangs on the day alone: it is not asked again for each letter of the address.
  const priced = wish ? { ...wish, address: "-" } : null;
  const preview = useQuery({
    queryKey: bookingRuleKeys.delivery(booking.id, priced ?? {}),
    queryFn: () => previewDelivery(booking.id, priced as DeliveryWish),
    enabled: priced !== null,
    ...priceReading,
  });
  const book = useMutation({
    mutationFn: (sent: { wish: DeliveryWish; fee: number }) =>
      bookDelivery(booking.id, sent.wish, sent.fee),
    networkMode: "always",
    onSuccess: (stored) => {
      keep(stored);
      toast.success(stored.delivery_option === "same_city" ? "Delivery Booked" : "Quote Asked", {
        description: [formatDay(stored.return_delivery_date), stored.return_delivery_time]
          .filter(Boolean)
          .join(", "),
      });
      onDone();
    },
    onSettled: readAgain,
  });
  const price = usePrice(preview, feeNow(book.error));
  const { fee } = price;
  const quote = useDeliveryQuote(booking).data;
  const quoted = quote && ["asked", "sent", "accepted"].includes(quote.state) ? quote : null;
  const asBooked =
    option === "different_city" && day === quoted?.day && address.trim() === quoted?.address;

  const choose: UseFormSetValue<Wished> = (name, value) => {
    setValue(name, value);
    book.reset();
  };

  function jump(chosen: string, time?: string | null) {
    choose("day", chosen);
    if (time) choose("window", time);
    setJumps(jumps + 1);
  }

  const label = sameCity
    ? fee
      ? `Book delivery for ${formatCents(fee)}`
      : "Book delivery"
    : "Ask for a quote";
  return (
    <DialogContent
      title={title}
      description="After your pickup, with 48 hours' notice. The free days are marked."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="ghost">Close</Button>
          </DialogClose>
          <Button
            type="submit"
            form={formId}
            disabled={!wish?.address || price.waits || asBooked}
            busy={book.isPending || price.asking}
          >
            {option ? label : "Book delivery"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={onSubmit}>
        <DeliveryQuote booking={booking} />
        <RadioCards
          label="Where to"
          columns={2}
          options={[
            { value: "same_city", label: "Same City", description: "Near your campus" },
            {
              value: "different_city",
              label: "Different City",
              description: "Our staff send you a quote",
            },
          ]}
          value={option}
          onValueChange={(value) => choose("option", value as Wished["option"])}
        />
        {option ? (
          <>
            <div className="grid gap-3">
              {freeDays.length > 0 && sameCity ? (
                <DayChips
                  legend="Free return days"
                  days={freeDays}
                  chosen={day}
                  onChoose={(one) => jump(one)}
                />
              ) : null}
              <LateCalendar
                key={jumps}
                {...(day ? { value: day } : { value: freeDays[0] ?? rules.return_from })}
                min={rules.return_from}
                marked={sameCity ? freeDays : []}
                onChange={(one) => choose("day", one)}
              />
            </div>
            {sameCity ? (
              <RadioCards
                label="Delivery window"
                columns={3}
                options={windowsOf(booking.campus_id).map(({ label: words, time_of_day }) => ({
                  value: words,
                  label: words,
                  description: placesWords(windows?.find((one) => one.time_of_day === time_of_day)),
                }))}
                value={window}
                onValueChange={(value) => choose("window", value)}
              />
            ) : null}
            <Field
              label="Full Delivery Address"
              required
              hint="Street, unit, city, province and postal code."
            >
              <Textarea
                autoComplete="street-address"
                maxLength={facts.limits.address}
                {...register("address")}
              />
            </Field>
          </>
        ) : null}
        <Refusal error={preview.error ?? (isFull(book.error) ? null : book.error)} />
        {isFull(book.error) ? (
          <FullDelivery error={book.error} onChoose={(free) => jump(free.day, free.time)} />
        ) : (
          <PriceWords
            words={[
              ...(asBooked ? [] : (preview.data?.words ?? [])),
              ...(quoted?.cents && wish && !asBooked
                ? [
                    `Our quote of ${formatCents(quoted.cents)} is for the delivery before this change. The change ends it, and what you paid becomes credit.`,
                  ]
                : []),
            ]}
          />
        )}
      </form>
    </DialogContent>
  );
}

function FullDelivery({
  error,
  onChoose,
}: {
  error: Parameters<typeof freeWindows>[0];
  onChoose: (free: FreeWindow) => void;
}) {
  return (
    <FormAlert tone="error">
      <p>{error.message}</p>
      {freeWindows(error).map((free) => (
        <Button
          key={free.words}
          variant="secondary"
          className="h-auto min-h-11 bg-sheet py-2 text-left whitespace-normal"
          onClick={() => onChoose(free)}
        >
          {free.words}
        </Button>
      ))}
    </FormAlert>
  );
}
