import { type Booking, changeBookingDate } from "@api/bookings";
import { queueKeys } from "@api/queue";
import { Button } from "@components/ui/button";
import { Calendar } from "@components/ui/calendar";
import { Dialog, DialogClose, DialogContent } from "@components/ui/dialog";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import facts from "@facts/booking.json";
import { formatDay } from "@lib/dates";
import { useMutation, useQueryClient } from "@tanstack/react-query";
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
import { ownBookingsKey } from "./own-bookings";

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
  const queries = useQueryClient();
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

  const save = useMutation({
    mutationFn: (chosen: string) =>
      changeBookingDate(booking.id, dateChange(field.name, chosen, time)),
    networkMode: "always",
    onSuccess: (changed) => {
      if (changed.user_id) {
        queries.setQueryData<Booking[]>(ownBookingsKey(changed.user_id), (list) =>
          list?.map((one) => (one.id === changed.id ? changed : one)),
        );
      }
      toast.success("Date Updated", {
        description: `${field.title}: ${formatDay(changed[field.name])}`,
      });
      onOpenChange(false);
    },
    onError: (error) =>
      toast.error("Update Failed", { description: refusalWords(error) ?? UPDATE_FAILED }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ["bookings"] });
      void queries.invalidateQueries({ queryKey: queueKeys.all });
    },
  });
  const refusal = save.isError ? refusalWords(save.error) : null;

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
            <Button
              disabled={!day || !touched}
              busy={save.isPending}
              onClick={() => day && save.mutate(day)}
            >
              {save.isPending ? "Saving..." : "Save"}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          {freeDays.length > 0 ? (
            <FreeDays
              days={freeDays}
              chosen={day}
              onChoose={(chosen) => {
                setDay(chosen);
                setTouched(true);
                setJumps(jumps + 1);
              }}
            />
          ) : null}
          <Calendar
            key={jumps}
            {...(day ? { value: day } : {})}
            min={today}
            marked={freeDays}
            onChange={(chosen) => {
              setDay(chosen);
              setTouched(true);
            }}
          />
          {isPickup ? (
            <Field label="Time">
              <Select
                options={HOURS}
                value={shownTime}
                placeholder={storedTime ? `As booked: ${storedTime}` : "Choose a time"}
                onValueChange={(chosen) => {
                  setTime(chosen);
                  setTouched(true);
                }}
              />
            </Field>
          ) : null}
          {refusal ? (
            <p className="flex items-start gap-2 rounded-2xl border border-brick bg-brick-soft px-4 py-3">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brick-text" />
              {refusal}
            </p>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** The days on which a return costs nothing, each one press away. */
function FreeDays({
  days,
  chosen,
  onChoose,
}: {
  days: readonly string[];
  chosen: string | undefined;
  onChoose: (day: string) => void;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 flex items-center gap-2 text-xs text-muted">
        <span aria-hidden="true" className="h-1 w-4 bg-tape" />
        Free return days
      </legend>
      <div className="flex flex-wrap gap-2">
        {days.map((day) => (
          <Button
            key={day}
            size="sm"
            variant={day === chosen ? "primary" : "secondary"}
            aria-pressed={day === chosen}
            onClick={() => onChoose(day)}
          >
            {formatDay(day, "short")}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
