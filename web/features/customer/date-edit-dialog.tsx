import { askPickupChange, editBooking, feeNow, type StoredBooking } from "@api/booking-commands";
import { type Booking, changeBookingDate } from "@api/bookings";
import { type FreeWindow, isFull } from "@api/places-held";
import { Button } from "@components/ui/button";
import { Calendar } from "@components/ui/calendar";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import facts from "@facts/booking.json";
import { formatDay } from "@lib/dates";
import { formatCents } from "@lib/money";
import { useMutation } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import {
  type DateField,
  dateChange,
  freeReturnDays,
  refusalWords,
  UPDATE_FAILED,
} from "./date-fields";
import { FreeDays } from "./free-days";
import { FullWindowHelp } from "./full-window-help";
import { PriceWords } from "./price-words";
import { useEditPreview } from "./use-edit-preview";
import { useKeptBooking } from "./use-kept-booking";
import { useOnce } from "./use-once";
import { firstHour, useWindows, WindowPlacesList, windowOf } from "./window-places";

const HOURS = facts.pickup_hours.map(({ label }) => ({ value: label, label }));

export interface DateEditDialogProps {
  field: DateField;
  booking: Booking;
  /** the campus day: nothing before it can be chosen */
  today: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes one date. A refused change keeps the dialog open, with the reason in it. */
export function DateEditDialog({ field, booking, today, open, onOpenChange }: DateEditDialogProps) {
  const { keep, readAgain } = useKeptBooking();
  const once = useOnce();
  const stored = booking[field.name];
  const [day, setDay] = useState(stored && stored >= today ? stored : undefined);
  const [time, setTime] = useState<string>();
  const [touched, setTouched] = useState(false);
  // The calendar opens on the month of its day: a new one for each day chosen outside of it.
  const [jumps, setJumps] = useState(0);
  const from = booking.pickup_date && booking.pickup_date > today ? booking.pickup_date : today;
  const freeDays =
    field.name === "return_delivery_date" ? freeReturnDays(from, facts.free_return) : [];
  const isPickup = field.name === "pickup_date";
  const storedTime = booking.pickup_time ?? undefined;
  const shownTime =
    time ?? (HOURS.some(({ value }) => value === storedTime) ? storedTime : undefined);
  const wantedTime = time ?? storedTime;
  const windows = useWindows(booking.campus_id, isPickup && open ? day : undefined);
  const change = day && touched ? dateChange(field.name, day, time) : null;
  const preview = useEditPreview(booking.id, open ? change : null);
  const asks = preview.data?.request === true;

  function choose(chosen: string, at?: string) {
    setDay(chosen);
    if (at) setTime(at);
    setTouched(true);
    save.reset();
  }

  function jump(chosen: string, at?: string) {
    choose(chosen, at);
    setJumps(jumps + 1);
  }

  const save = useMutation({
    // What costs something is saved for exactly what was shown.
    mutationFn: (chosen: string): Promise<StoredBooking> =>
      fee
        ? editBooking(booking.id, dateChange(field.name, chosen, time), fee)
        : changeBookingDate(booking.id, dateChange(field.name, chosen, time)),
    networkMode: "always",
    onSuccess: (changed) => {
      keep(changed);
      toast.success("Date Updated", {
        description: `${field.title}: ${formatDay(changed[field.name])}`,
      });
      onOpenChange(false);
    },
    onError: (error) =>
      toast.error("Update Failed", { description: refusalWords(error) ?? UPDATE_FAILED }),
    onSettled: readAgain,
  });
  const ask = useMutation({
    mutationFn: (wish: { day: string; time: string }) =>
      askPickupChange(booking.id, wish.day, wish.time),
    networkMode: "always",
    onSuccess: () => {
      toast.success("Request Sent", {
        description: "Your pickup stays as it is until our staff answer.",
      });
      onOpenChange(false);
    },
    onError: (error) =>
      toast.error("Request Failed", { description: refusalWords(error) ?? UPDATE_FAILED }),
    onSettled: readAgain,
  });
  const fee = feeNow(save.error) ?? preview.data?.fee_cents;
  const failed = save.error ?? ask.error ?? preview.error;
  const refusal = failed ? refusalWords(failed) : null;

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
                disabled={!day || !touched || preview.isFetching}
                busy={save.isPending}
                onClick={() => day && once(() => save.mutateAsync(day))}
              >
                {save.isPending ? "Saving..." : fee ? `Save for ${formatCents(fee)}` : "Save"}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-4">
          {freeDays.length > 0 ? (
            <FreeDays days={freeDays} chosen={day} onChoose={(chosen) => jump(chosen)} />
          ) : null}
          <Calendar
            key={jumps}
            {...(day ? { value: day } : {})}
            min={today}
            marked={freeDays}
            onChange={(chosen) => choose(chosen)}
          />
          {isPickup ? (
            <>
              <Field label="Time">
                <Select
                  options={HOURS}
                  value={shownTime}
                  placeholder={storedTime ? `As booked: ${storedTime}` : "Choose a time"}
                  onValueChange={(chosen) => {
                    setTime(chosen);
                    setTouched(true);
                    save.reset();
                  }}
                />
              </Field>
              {windows ? <WindowPlacesList windows={windows} /> : null}
            </>
          ) : null}
          {isFull(save.error) && day ? (
            <FullWindowHelp
              error={save.error}
              wanted={{
                campus_id: booking.campus_id,
                pickup_date: day,
                pickup_time: windowOf(wantedTime) ?? "",
              }}
              onChoose={(free: FreeWindow) => jump(free.day, firstHour(free.time))}
            />
          ) : refusal ? (
            <p
              role="alert"
              className="flex items-start gap-2 rounded-2xl border border-brick bg-brick-soft px-4 py-3"
            >
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brick-text" />
              {refusal}
            </p>
          ) : (
            <PriceWords words={preview.data?.words ?? []} />
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
