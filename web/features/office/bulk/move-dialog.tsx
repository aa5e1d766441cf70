import { type BulkMove, moveBookings } from "@api/bookings/bulk";
import { dayNotes, useMonthPlaces } from "@api/bookings/places";
import { useCampusClock } from "@api/clock";
import { counted } from "@components/lists/pager";
import { Field } from "@components/ui/field";
import { Input } from "@components/ui/input";
import { LateCalendar } from "@components/ui/late-calendar";
import { RadioCards } from "@components/ui/radio-cards";
import { Select } from "@components/ui/select";
import { REASONS } from "@features/crew/pickups/dates/change-reasons";
import { StepButtons } from "@features/office/bookings/record/step-buttons";
import { useRecordStep } from "@features/office/bookings/record/use-record-step";
import { LoadNotice } from "@features/office/crew/load-notice";
import { formatDay } from "@lib/format/dates";
import { windowsOfAll } from "@lib/site/pickup-windows";
import { useState } from "react";
import { BulkDialog, type BulkStepProps } from "./bulk-dialog";
import { partsOf } from "./bulk-row";
import { PlacesNeeded, type Window } from "./places-needed";

const OWN = "own";

/** Moves pickups to a day: each stays in its window, or all come into one. */
export function MoveDialog({ rows, onClose }: BulkStepProps) {
  const today = useCampusClock().data?.today;
  const campusIds = [...new Set(rows.map(({ campusId }) => campusId))];
  const [month, setMonth] = useState<string | null>(null);
  const [only] = campusIds;
  const places = useMonthPlaces(campusIds.length === 1 && only ? only : null, month);
  const [day, setDay] = useState("");
  const [window, setWindow] = useState<Window | null>(null);
  const [reason, setReason] = useState<BulkMove["reason"]>("customer");
  const [note, setNote] = useState("");
  const move = useRecordStep(moveBookings, () => undefined);
  const [first] = rows
    .flatMap(({ pickupDate }) => (pickupDate && today && pickupDate >= today ? pickupDate : []))
    .sort();
  const words = counted(rows.length, "pickup");

  function send() {
    if (!day || move.isPending) return;
    move.mutate(
      partsOf(rows).map((part) => ({
        bookings: part.map(({ id, pickupDate, pickupTime }) => ({
          booking_id: id,
          seen_date: pickupDate,
          seen_time: pickupTime,
        })),
        pickup_date: day,
        reason,
        ...(window ? { window } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      })),
    );
  }

  return (
    <BulkDialog
      title={`Move ${words}`}
      description="Each customer gets one email. When the reason is ours there is never a fee."
      verb="moved"
      rows={rows}
      results={move.data}
      size="lg"
      onClose={onClose}
    >
      <form
        noValidate
        className="@container grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="grid gap-4 @2xl:grid-cols-[auto_minmax(0,1fr)]">
          <LateCalendar
            {...(day ? { value: day } : {})}
            {...(today ? { min: today, today } : {})}
            {...(first ? { opensAt: first } : {})}
            notes={dayNotes(places.data?.days)}
            onMonth={setMonth}
            onChange={setDay}
            className="w-77 max-w-full"
          />
          <div className="grid content-start gap-4">
            <RadioCards
              label="Window"
              columns={2}
              options={[
                { value: OWN, label: "Each in its own window" },
                ...windowsOfAll(campusIds).map(({ time_of_day, label }) => ({
                  value: time_of_day,
                  label,
                })),
              ]}
              value={window ?? OWN}
              onValueChange={(next) => setWindow(next === OWN ? null : (next as Window))}
              className="gap-2"
            />
            {day ? <PlacesNeeded rows={rows} day={day} window={window} /> : null}
            {day
              ? campusIds.map((id) => (
                  <LoadNotice
                    key={id}
                    campusId={id}
                    day={day}
                    more={rows.filter(({ campusId }) => campusId === id).length}
                  />
                ))
              : null}
            <Field label="Reason">
              <Select
                options={REASONS}
                value={reason}
                onValueChange={(next) => setReason(next as typeof reason)}
              />
            </Field>
            <Field label="Note (optional)">
              <Input
                maxLength={500}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            </Field>
          </div>
        </div>
        <StepButtons
          label={day ? `Move ${rows.length} to ${formatDay(day, "short")}` : "Choose a day"}
          disabled={!day}
          busy={move.isPending}
          problem={move.problem}
          onCancel={() => onClose(null)}
        />
      </form>
    </BulkDialog>
  );
}
