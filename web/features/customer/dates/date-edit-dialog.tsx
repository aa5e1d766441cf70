import { type Booking, changeBookingDate } from "@api/bookings/booking";
import { askPickupChange, editBooking, feeNow, type StoredBooking } from "@api/bookings/commands";
import { type FreeWindow, isFull } from "@api/bookings/places-held";
import { FormAlert } from "@components/form-alert";
import { WithContacts } from "@components/site/contact-us";
import { Button } from "@components/ui/button";
import { DayChips } from "@components/ui/day-chips";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { LateCalendar } from "@components/ui/late-calendar";
import { Select } from "@components/ui/select";
import { useOpenDialog } from "@features/customer/booking/open-dialog";
import { EditWords } from "@features/customer/booking/price-words";
import { useEditPreview } from "@features/customer/booking/use-edit-preview";
import { useKeptBooking } from "@features/customer/booking/use-kept-booking";
import { useOnce } from "@features/customer/booking/use-once";
import { formatDay } from "@lib/format/dates";
import { formatCents } from "@lib/format/money";
import { filled } from "@lib/forms/schema";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import { firstHour, hoursOf, windowOf } from "@lib/site/pickup-windows";
import { toast } from "@lib/toast";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import * as z from "zod/mini";
import {
  DATE_FIELDS,
  type DateField,
  type DateFieldName,
  dateChange,
  freeReturnDays,
  refusalWords,
  UPDATE_FAILED,
} from "./date-fields";
import { FullWindowHelp } from "./full-window-help";
import { LeaveOutKit } from "./leave-out-kit";
import { useWindows, WindowPlacesList } from "./window-places";

const WINDOW_OVER = "This window has started already. Choose a later time or another day.";

export interface DateEditDialogProps {
  field: DateField;
  booking: Booking;
  /** the campus day: nothing before it can be chosen */
  today: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const dateSchema = z.object({ day: filled("Choose a date"), time: z.string() });

/** Changes one date. A refused change keeps the dialog open, with the reason in it. */
export function DateEditDialog({ field, booking, today, open, onOpenChange }: DateEditDialogProps) {
  const formId = useId();
  const { keep, readAgain } = useKeptBooking();
  const openDialog = useOpenDialog();
  const once = useOnce();
  const stored = booking[field.name];
  const { watch, setValue, formState, onSubmit } = useSchemaForm({
    schema: dateSchema,
    defaultValues: { day: stored && stored >= today ? stored : "", time: "" },
    onSend: ({ day }) => once(() => save.mutateAsync(day)),
  });
  const touched = formState.isDirty;
  const [day, time] = watch(["day", "time"]);
  const from = booking.pickup_date && booking.pickup_date > today ? booking.pickup_date : today;
  const freeDays = field.name === "return_delivery_date" ? freeReturnDays(from) : [];
  const isPickup = field.name === "pickup_date";
  const storedTime = booking.pickup_time ?? undefined;
  const wantedTime = time || storedTime;
  const hours = hoursOf(booking.campus_id);
  const labelOf = (hour: string | undefined) => windowOf(hour, booking.campus_id)?.label;
  const windows = useWindows(booking.campus_id, isPickup && open && day ? day : undefined);
  const isOver = (hour: string | undefined) =>
    windows?.find(({ label }) => label === labelOf(hour))?.over === true;
  const over = touched && isPickup && isOver(wantedTime);
  const change = day && touched && !over ? dateChange(field.name, day, time || undefined) : null;
  const preview = useEditPreview(booking.id, open ? change : null);
  const asks = preview.data?.request === true;

  function choose(chosen: string, at?: string) {
    setValue("day", chosen, { shouldDirty: true });
    if (at) chooseTime(at);
    save.reset();
  }

  function chooseTime(at: string) {
    setValue("time", at, { shouldDirty: true });
    save.reset();
  }

  const save = useMutation({
    // What costs something is saved for exactly what was shown.
    mutationFn: (chosen: string): Promise<StoredBooking> =>
      fee
        ? editBooking(booking.id, dateChange(field.name, chosen, time || undefined), fee)
        : changeBookingDate(booking.id, dateChange(field.name, chosen, time || undefined)),
    networkMode: "always",
    onSuccess: (changed) => {
      keep(changed);
      toast.success("Date Updated", {
        description: `${field.title}: ${formatDay(changed[field.name])}`,
      });
      // A day that does not fit this one any more is asked for next.
      const other = preview.data?.conflicts.find(
        (one) => one.field !== field.name && DATE_FIELDS.some(({ name }) => name === one.field),
      );
      if (other) openDialog(other.field as DateFieldName);
      else onOpenChange(false);
    },
    onError: (error) =>
      toast.error("Update Failed", {
        description: [UPDATE_FAILED, refusalWords(error)].filter(Boolean).join(" "),
      }),
    onSettled: readAgain,
  });
  const ask = useMutation({
    mutationFn: (wish: { day: string; time: string }) =>
      askPickupChange(booking.id, wish.day, wish.time),
    networkMode: "always",
    onSuccess: () => {
      toast.success("Request Sent", {
        description: "Your pickup stays as it is until we answer.",
      });
      onOpenChange(false);
    },
    onError: (error) =>
      toast.error("Request Failed", { description: refusalWords(error) ?? UPDATE_FAILED }),
    onSettled: readAgain,
  });
  const fee = feeNow(save.error) ?? preview.data?.fee_cents;
  const failed = save.error ?? ask.error;
  const reason = refusalWords(failed ?? preview.error);

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        size="sm"
        title={field.dialogTitle}
        description={field.hint}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            {asks ? (
              <Button
                disabled={!day || !wantedTime}
                busy={ask.isPending}
                onClick={() =>
                  day && wantedTime && once(() => ask.mutateAsync({ day, time: wantedTime }))
                }
              >
                Ask our staff
              </Button>
            ) : (
              <Button
                type="submit"
                form={formId}
                disabled={!day || !touched || over || (preview.isFetching && !preview.isError)}
                busy={save.isPending}
              >
                {save.isPending ? "Saving..." : fee ? `Save for ${formatCents(fee)}` : "Save"}
              </Button>
            )}
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
          {field.name === "supply_kit_delivery_date" ? (
            <LeaveOutKit booking={booking} onDone={() => onOpenChange(false)} />
          ) : null}
          {freeDays.length > 0 ? (
            <DayChips
              legend="Free return days"
              days={freeDays}
              chosen={day}
              onChoose={(chosen) => choose(chosen)}
            />
          ) : null}
          <LateCalendar
            {...(day ? { value: day } : {})}
            today={today}
            min={today}
            marked={freeDays}
            onChange={(chosen) => choose(chosen)}
          />
          {isPickup ? (
            <>
              <Field label="Time" error={over ? WINDOW_OVER : undefined}>
                <Select
                  options={hours.map((hour) => ({
                    value: hour,
                    label: hour,
                    disabled: isOver(hour),
                  }))}
                  value={hours.includes(wantedTime ?? "") ? wantedTime : undefined}
                  placeholder={storedTime ? `As booked: ${storedTime}` : "Choose a time"}
                  onValueChange={chooseTime}
                />
              </Field>
              {windows ? (
                <WindowPlacesList
                  windows={windows}
                  campusId={booking.campus_id}
                  chosen={labelOf(wantedTime)}
                  onChoose={chooseTime}
                />
              ) : null}
            </>
          ) : null}
          {isFull(save.error) && day ? (
            <FullWindowHelp
              error={save.error}
              wanted={{
                campus_id: booking.campus_id,
                pickup_date: day,
                pickup_time: labelOf(wantedTime) ?? "",
              }}
              onChoose={(free: FreeWindow) =>
                choose(free.day, firstHour(free.time, booking.campus_id))
              }
            />
          ) : failed || reason ? (
            <FormAlert tone="error">
              {failed ? <p className="font-semibold">{UPDATE_FAILED}</p> : null}
              {reason ? (
                <p>
                  <WithContacts>{reason}</WithContacts>
                </p>
              ) : null}
            </FormAlert>
          ) : over ? null : (
            <EditWords preview={preview.data} />
          )}
        </form>
      </DialogContent>
    </Dialog>
  );
}
