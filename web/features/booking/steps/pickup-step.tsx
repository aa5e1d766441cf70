import { slotKeys, slotsOfDay } from "@api/slots";
import { Checkbox } from "@components/ui/checkbox";
import { RadioCards } from "@components/ui/radio-cards";
import bookingFacts from "@facts/booking.json";
import { useQuery } from "@tanstack/react-query";
import { pickupDateWarning } from "../date-warnings";
import type { FlightWindow } from "../wizard-data";
import { DateField } from "./date-field";
import { PickupPlace } from "./pickup-place";
import { Question } from "./question";
import type { StepProps } from "./step-props";

/** 6 · 'Schedule Pickup' */
export function PickupStep({ data, problems, change, today }: StepProps & { today: string }) {
  const full = useFullTimes(data.campusId, data.pickupDate);
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
          options={bookingFacts.pickup_windows.map(({ label, time_of_day }) => ({
            value: label,
            label,
            ...(full.has(time_of_day) ? { description: "Full at the moment" } : {}),
          }))}
          value={data.pickupTime}
          onValueChange={(pickupTime) => change({ pickupTime })}
        />
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

/** Times of day without a free place: a hint ahead of the server's answer, which alone decides. */
function useFullTimes(campusId: number | null, day: string): ReadonlySet<string | null> {
  const { data } = useQuery({
    queryKey: slotKeys.day(campusId ?? 0, day),
    queryFn: () => slotsOfDay(campusId ?? 0, day),
    enabled: campusId !== null && day !== "",
  });
  const full = (data ?? []).filter(({ available_slots }) => available_slots <= 0);
  return new Set(full.map(({ time_of_day }) => time_of_day));
}
