import {
  bookDelivery,
  bookingRuleKeys,
  type DeliveryWish,
  feeNow,
  previewDelivery,
} from "@api/bookings/commands";
import { useCampusClock } from "@api/clock";
import { stepFailure } from "@api/errors";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { Select } from "@components/ui/select";
import facts from "@facts/booking.json";
import { LoadNotice } from "@features/office/crew/load-notice";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { filled } from "@lib/forms/schema";
import { priceReading, usePrice } from "@lib/forms/use-price";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { usePaused } from "@lib/lists/use-paused";
import { windowsOf } from "@lib/site/pickup-windows";
import { toast } from "@lib/toast";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { StepFormProps } from "../acted-on";
import { StepButtons } from "../step-buttons";
import { useRecordStep } from "../use-record-step";

const OPTIONS = facts.delivery_options.filter(({ value }) => value !== "decide_later");
const PAUSE_MS = 300;

const schema = z.object({
  option: z.enum(["same_city", "different_city"]),
  day: z.string().check(z.minLength(1, "Please choose a day.")),
  window: z.string(),
  address: filled("Please enter the full delivery address."),
});

/** When and where the items come back, with what that costs before it is booked. */
export function ReturnForm({ booking, onDone, onSaved }: StepFormProps) {
  const today = useCampusClock().data?.today;
  const windows = windowsOf(booking.campus_id);
  const book = useRecordStep(
    ({ wish, fee }: { wish: DeliveryWish; fee: number }) => bookDelivery(booking.id, wish, fee),
    (stored) => {
      toast.success("Return Booked", { description: formatDay(stored.return_delivery_date) });
      onSaved?.();
      onDone();
    },
  );
  const wishOf = (plan: z.output<typeof schema>): DeliveryWish => ({
    delivery_option: plan.option,
    day: plan.day,
    address: plan.address,
    window: plan.option === "same_city" ? plan.window : null,
  });
  const { register, watch, setValue, errorOf, onSubmit } = useSchemaForm({
    schema,
    defaultValues: {
      option: booking.delivery_option === "different_city" ? "different_city" : "same_city",
      // One that is over is no choice.
      day:
        booking.return_delivery_date && today && booking.return_delivery_date > today
          ? booking.return_delivery_date
          : "",
      window: windows[0]?.label ?? "",
      address: booking.delivery_address ?? "",
    },
    busy: book.isPending,
    onSend: async (plan) => {
      const fee = current && !price.waits ? await price.agreed() : undefined;
      if (fee !== undefined) book.mutate({ wish: wishOf(plan), fee });
    },
  });
  const plan = watch();
  const whole = schema.safeParse(plan);
  const wish = usePaused(JSON.stringify(whole.success ? wishOf(whole.data) : null), PAUSE_MS);
  const preview = useQuery({
    queryKey: bookingRuleKeys.delivery(booking.id, JSON.parse(wish) ?? {}),
    queryFn: () => previewDelivery(booking.id, JSON.parse(wish)),
    enabled: wish !== "null",
    ...priceReading,
  });
  const current = whole.success && wish === JSON.stringify(wishOf(whole.data));
  const price = usePrice(preview, feeNow(book.error));
  const fee = current && !price.waits ? price.fee : undefined;
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={onSubmit}>
      <Field label="Where to">
        <Select
          options={OPTIONS}
          value={plan.option}
          onValueChange={(next) => setValue("option", next as typeof plan.option)}
        />
      </Field>
      <Field label="Day" required error={errorOf("day")}>
        <DatePicker
          value={plan.day || undefined}
          {...(today ? { min: today } : {})}
          onChange={(day) => setValue("day", day, { shouldValidate: true })}
        />
      </Field>
      {plan.day && plan.day !== booking.return_delivery_date ? (
        <LoadNotice campusId={booking.campus_id} day={plan.day} more={1} />
      ) : null}
      {plan.option === "same_city" ? (
        <Field label="Window">
          <Select
            options={windows.map(({ label }) => ({ value: label, label }))}
            value={plan.window}
            onValueChange={(next) => setValue("window", next)}
          />
        </Field>
      ) : null}
      <Field label="Delivery address" required error={errorOf("address")} className="sm:col-span-2">
        <Input maxLength={500} autoComplete="off" {...register("address")} />
      </Field>
      <div className="grid gap-3 sm:col-span-2">
        {current && preview.data
          ? preview.data.words.map((words) => (
              <p key={words} className="text-sm">
                {words}
              </p>
            ))
          : null}
        <StepButtons
          label={fee ? `Book return for ${formatCents(fee)}` : "Book return"}
          disabled={whole.success && (!current || price.waits)}
          busy={book.isPending || price.asking}
          problem={book.problem ?? (current && preview.error ? stepFailure(preview.error) : null)}
          onCancel={onDone}
        />
      </div>
    </form>
  );
}
