import type { WindowPlaces } from "@api/commands.types";
import type { ApiError } from "@api/errors";
import { placesLeft } from "@api/places";
import { freeWindows, isFull, waitForPlace } from "@api/places-held";
import { FullWindow } from "@components/full-window";
import { Checkbox } from "@components/ui/checkbox";
import { RadioCards } from "@components/ui/radio-cards";
import bookingFacts from "@facts/booking.json";
import { useMutation, useQuery } from "@tanstack/react-query";
import { pickupDateWarning } from "../date-warnings";
import { KeptNote } from "../kept-note";
import { type PlaceOfForm, placesKey } from "../use-kept-place";
import type { FlightWindow } from "../wizard-data";
import { DateField } from "./date-field";
import { PickupPlace } from "./pickup-place";
import { Question } from "./question";
import type { StepProps } from "./step-props";

/** 6 · 'Schedule Pickup' */
export function PickupStep(props: StepProps & { today: string; kept: PlaceOfForm }) {
  const { data, problems, change, today, kept } = props;
  const windows = useWindows(data.campusId, data.pickupDate);
  const { place } = kept;
  const words = (label: string) =>
    placesWords(
      windows.find((one) => one.label === label),
      place.status === "kept" && data.pickupTime === label,
    );
  return (
    <div className="grid gap-6">
      <DateField
        label="Pickup Date"
        value={data.pickupDate}
        onChange={(pickupDate) => change({ pickupDate })}
        warning={pickupDateWarning(data, today)}
      />
      <Question text="Time Slot">
        <RadioCards
          label="Time Slot"
          options={bookingFacts.pickup_windows.map(({ label }) => ({
            value: label,
            label,
            description: words(label),
          }))}
          value={data.pickupTime}
          onValueChange={(pickupTime) => change({ pickupTime })}
        />
        <KeptNote of={kept} />
        {place.status === "refused" && isFull(place.error) ? (
          <Full
            key={`${data.pickupDate} ${data.pickupTime}`}
            error={place.error}
            data={data}
            change={change}
          />
        ) : null}
      </Question>
      <div className="grid gap-3">
        <Checkbox
          label="I have a flight to catch"
          checked={data.hasFlight}
          onCheckedChange={(hasFlight) =>
            change({ hasFlight, ...(hasFlight ? {} : { flightTime: null }) })
          }
        />
        {data.hasFlight ? (
          <Question text="Flight Time" hint="We come well before you have to leave.">
            <RadioCards
              label="Flight Time"
              options={bookingFacts.flight_windows}
              value={data.flightTime}
              onValueChange={(value) => change({ flightTime: value as FlightWindow })}
            />
          </Question>
        ) : null}
      </div>
      <PickupPlace data={data} problems={problems} change={change} />
    </div>
  );
}

/** Places of a day's windows: a hint ahead of the server's answer, which alone decides. */
function useWindows(campusId: number | null, day: string): readonly WindowPlaces[] {
  const { data } = useQuery({
    queryKey: [...placesKey, campusId ?? 0, day],
    queryFn: () => placesLeft(campusId ?? 0, day),
    enabled: campusId !== null && day !== "",
  });
  return data?.days.find(({ date }) => date === day)?.windows ?? [];
}

function placesWords(window: WindowPlaces | undefined, mine: boolean): string | null {
  if (mine) return "A place is kept for you";
  if (!window || window.places_left === null) return null;
  if (window.over) return "This window has begun already";
  if (window.places_left === 0) return "Full at the moment";
  return window.places_left === 1 ? "1 place left" : `${window.places_left} places left`;
}

/** What to do about a window that is full: another one, or waiting for a place in it. */
function Full({ error, data, change }: Pick<StepProps, "data" | "change"> & { error: ApiError }) {
  const { campusId, pickupDate, pickupTime, email } = data;
  const wait = useMutation({
    mutationFn: (campus_id: number) =>
      waitForPlace(
        { campus_id, pickup_date: pickupDate, pickup_time: pickupTime },
        email.trim() || undefined,
      ),
    networkMode: "always",
  });
  const free = freeWindows(error);
  const told = wait.data
    ? `You are number ${wait.data.place} on the list. We write to ${wait.data.email} as soon as a place is free.`
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
      waiting={told ?? null}
      busy={wait.isPending}
      onWait={() => campusId !== null && wait.mutate(campusId)}
    />
  );
}
