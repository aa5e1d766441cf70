import { dayNotes, useMonthPlaces } from "@api/bookings/places";
import { freeWindows, isFull, waitForPlace } from "@api/bookings/places-held";
import type { WindowPlaces } from "@api/commands.types";
import type { ApiError } from "@api/errors";
import { FullWindow } from "@components/full-window";
import { Checkbox } from "@components/ui/checkbox";
import { RadioCards } from "@components/ui/radio-cards";
import bookingFacts from "@facts/booking.json";
import type { Answers } from "@features/booking/answers/answers";
import { HoldNote } from "@features/booking/place/hold-note";
import { warningAt } from "@features/booking/price/use-season-price";
import { windowsOf } from "@lib/site/pickup-windows";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DateField, Warning } from "./date-field";
import { PickupPlace } from "./pickup-place";
import { Question } from "./question";
import type { StepProps } from "./step-props";

/** 6 · 'Schedule Pickup' */
export function PickupStep(props: StepProps) {
  const { answers, change, today, hold, price } = props;
  const { campusId, pickupDate, pickupTime, supplyKitDate, wantsSupplies } = answers;
  const [month, setMonth] = useState<string | null>(null);
  const places = useMonthPlaces(
    campusId,
    month ?? (pickupDate ? `${pickupDate.slice(0, 8)}01` : null),
  );
  const season = useMonthPlaces(campusId, null).data;
  const day = places.data?.days.find(({ date }) => date === pickupDate);
  const windows = day?.windows ?? [];
  const { place } = hold;
  const words = (label: string) =>
    placesWords(
      windows.find((one) => one.label === label),
      place.status === "held" && pickupTime === label,
    );
  const kitDay = wantsSupplies && supplyKitDate ? supplyKitDate : "";
  const first = season && season.from > season.today ? season.from : "";
  const flight = warningAt(price, "flight_time");
  return (
    <div className="grid gap-6">
      <DateField
        label="Pickup Date"
        value={pickupDate}
        onChange={(day) => change({ pickupDate: day })}
        warning={day?.reason ?? warningAt(price, "pickup_date") ?? warningAt(price, "pickup_time")}
        today={today}
        opensAt={kitDay > first ? kitDay : first || today}
        onMonth={setMonth}
        notes={dayNotes(places.data?.days)}
        legend={
          <>
            {kitDay ? "The mark is your kit's day. " : ""}
            {season?.has_slots ? "The small number is how many places are left." : ""}
          </>
        }
        {...(kitDay ? { marked: [kitDay] } : {})}
      />
      <Question text="Time Slot">
        <RadioCards
          label="Time Slot"
          options={windowsOf(campusId).map(({ label }) => ({
            value: label,
            label,
            description: words(label),
          }))}
          value={pickupTime}
          onValueChange={(time) => change({ pickupTime: time })}
        />
        <HoldNote of={hold} />
        {place.status === "refused" && isFull(place.error) ? (
          <Full
            key={`${pickupDate} ${pickupTime}`}
            error={place.error}
            answers={answers}
            change={change}
          />
        ) : null}
      </Question>
      <div className="grid gap-3">
        <Checkbox
          label="I have a flight to catch"
          checked={answers.hasFlight}
          onCheckedChange={(hasFlight) => change({ hasFlight })}
        />
        {answers.hasFlight ? (
          <Question text="Flight Time" hint="We come well before you have to leave.">
            <RadioCards
              label="Flight Time"
              options={bookingFacts.flight_windows}
              value={answers.flightTime}
              onValueChange={(value) => change({ flightTime: value as Answers["flightTime"] })}
            />
          </Question>
        ) : null}
        <p role="status" className="empty:hidden">
          {flight ? <Warning>{flight}</Warning> : null}
        </p>
      </div>
      <PickupPlace {...props} />
    </div>
  );
}

function placesWords(window: WindowPlaces | undefined, mine: boolean): string | null {
  if (mine) return "A place is kept for you";
  if (!window || window.places_left === null) return null;
  if (window.over) return "This window has started";
  if (window.capacity === 0) return "Closed";
  if (window.places_left === 0) return "Full at the moment";
  return window.places_left === 1 ? "1 place left" : `${window.places_left} places left`;
}

/** What to do about a window that is full: another one, or waiting for a place in it. */
function Full({
  error,
  answers,
  change,
}: Pick<StepProps, "answers" | "change"> & { error: ApiError }) {
  const { campusId, pickupDate, pickupTime, email } = answers;
  const wait = useMutation({
    mutationFn: (campus_id: number) =>
      waitForPlace(
        { campus_id, pickup_date: pickupDate, pickup_time: pickupTime },
        email.trim() || undefined,
      ),
    networkMode: "always",
  });
  const free = freeWindows(error);
  const words = wait.data
    ? `You are number ${wait.data.place} on the list. We will email ${wait.data.email} when a place opens.`
    : wait.error?.message;
  return (
    <FullWindow
      message={error.message}
      alternatives={free.map(({ words }) => words)}
      onChoose={(index) => {
        const chosen = free[index];
        if (!chosen) return;
        change({ pickupDate: chosen.day, ...(chosen.time ? { pickupTime: chosen.time } : {}) });
      }}
      waiting={words ?? null}
      busy={wait.isPending}
      onWait={() => campusId !== null && wait.mutate(campusId)}
    />
  );
}
