import { feeNow } from "@api/bookings/commands";
import {
  moveLinkedPickup,
  type PickupWish,
  pickupLinkKeys,
  previewLinkedMove,
} from "@api/bookings/pickup-links";
import { placesLeft } from "@api/bookings/places";
import { useCampusClock } from "@api/clock";
import type { LinkedPickup, WindowPlaces } from "@api/commands.types";
import { stepFailure } from "@api/errors";
import { FormAlert } from "@components/form-alert";
import { WithContacts } from "@components/site/contact-us";
import { Button } from "@components/ui/button";
import { DatePicker } from "@components/ui/date-picker";
import { Field } from "@components/ui/field";
import { RadioCards } from "@components/ui/radio-cards";
import { formatCents } from "@lib/format/money";
import { priceReading, usePrice } from "@lib/forms/use-price";
import { windowsOf } from "@lib/site/pickup-windows";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

interface MovePickupProps {
  token: string;
  pickup: LinkedPickup;
  onMoved: (now: LinkedPickup) => void;
}

/** Another day and window for a pickup: what it comes to, then one button. */
export function MovePickup({ token, pickup, onMoved }: MovePickupProps) {
  const clock = useCampusClock();
  const [day, setDay] = useState("");
  const [time, setTime] = useState("");
  const places = useQuery({
    queryKey: ["places-left", pickup.campus_id, day],
    queryFn: () => placesLeft(pickup.campus_id, day),
    enabled: day !== "",
  });
  const windows = places.data?.days.find(({ date }) => date === day)?.windows;
  const same = day === pickup.pickup_date && time === pickup.pickup_time;
  const wish: PickupWish | null =
    day && time && !same ? { pickup_date: day, pickup_time: time } : null;
  const preview = useQuery({
    queryKey: pickupLinkKeys.move(token, wish),
    queryFn: () => previewLinkedMove(token, wish as PickupWish),
    enabled: wish !== null,
    ...priceReading,
  });
  const move = useMutation({
    mutationFn: (fee: number) => moveLinkedPickup(token, wish as PickupWish, fee),
    networkMode: "always",
    onSuccess: onMoved,
    onError: () => void places.refetch(),
  });
  const price = usePrice(preview, feeNow(move.error));
  const { fee } = price;
  const error = move.error ?? preview.error;

  function choose(to: { day?: string; time?: string }) {
    move.reset();
    if (to.day !== undefined) setDay(to.day);
    setTime(to.time ?? "");
  }

  return (
    <div className="grid gap-5">
      <Field label="New pickup date">
        <DatePicker
          value={day || undefined}
          {...(clock.data ? { today: clock.data.today, min: clock.data.today } : {})}
          onChange={(chosen) => choose({ day: chosen })}
        />
      </Field>
      {day ? (
        <RadioCards
          label="New pickup time"
          options={windowsOf(pickup.campus_id).map(({ label, time_of_day }) => {
            const window = windows?.find((one) => one.time_of_day === time_of_day);
            return {
              value: label,
              label,
              description: placesOf(window),
              disabled: !isFree(window),
            };
          })}
          value={time}
          onValueChange={(chosen) => choose({ time: chosen })}
        />
      ) : null}
      {wish && preview.data && !error ? (
        <FormAlert tone="note">
          {preview.data.words.map((line) => (
            <p key={line}>
              <WithContacts>{line}</WithContacts>
            </p>
          ))}
          {preview.data.conflicts.map(({ code, words }) => (
            <p key={code}>{words}</p>
          ))}
        </FormAlert>
      ) : null}
      {error ? <FormAlert tone="error">{stepFailure(error)}</FormAlert> : null}
      <Button
        size="lg"
        className="w-fit"
        disabled={!wish || price.waits}
        busy={move.isPending || price.asking}
        onClick={async () => {
          const agreed = await price.agreed();
          if (agreed !== undefined) move.mutate(agreed);
        }}
      >
        {preview.data?.request
          ? "Ask our staff"
          : fee
            ? `Move my pickup for ${formatCents(fee)}`
            : "Move my pickup"}
      </Button>
    </div>
  );
}

const isFree = (window: WindowPlaces | undefined) =>
  window === undefined || !(window.over || window.places_left === 0);

/** "3 places left", "Full", "Over"; nothing where it is not known or not limited. */
function placesOf(window: WindowPlaces | undefined): string {
  if (!window) return "";
  if (window.over) return "Over";
  if (window.places_left === null) return "Open";
  if (window.places_left === 0) return "Full";
  return window.places_left === 1 ? "1 place left" : `${window.places_left} places left`;
}
