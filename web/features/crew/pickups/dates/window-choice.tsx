import { placesLeft } from "@api/bookings/places";
import { serverNow, useCampusClock } from "@api/clock";
import type { WindowPlaces } from "@api/commands.types";
import { RadioCards } from "@components/ui/radio-cards";
import { campusMinute } from "@lib/format/campus-time";
import { windowsOf } from "@lib/site/pickup-windows";
import { useQuery } from "@tanstack/react-query";

interface WindowChoiceProps {
  campusId: number;
  day: string;
  value: string | undefined;
  onChange: (window: string) => void;
}

/** The places of a day's windows at a campus; undefined while they are not known. */
export function useWindows(campusId: number, day: string): readonly WindowPlaces[] | undefined {
  const { data } = useQuery({
    queryKey: ["places", campusId, day],
    queryFn: () => placesLeft(campusId, day),
    retry: false,
    staleTime: 0,
    networkMode: "always",
  });
  return data?.days.find(({ date }) => date === day)?.windows;
}

/** The windows of a day, each with the places it has left; none that is over is chosen. */
export function WindowChoice({ campusId, day, value, onChange }: WindowChoiceProps) {
  const windows = useWindows(campusId, day);
  const { data: clock } = useCampusClock();
  const now = clock
    ? campusMinute(new Date(serverNow(clock)).toISOString(), clock.utc_offset)
    : undefined;
  return (
    <RadioCards
      label="Pickup window"
      columns={3}
      options={windowsOf(campusId).map(({ label, time_of_day, end }) => {
        const ended = now !== undefined && now >= `${day} ${end}`;
        const places = windows?.find((one) => one.time_of_day === time_of_day);
        return {
          value: label,
          label,
          description: ended ? "Over" : placeWords(places),
          disabled: ended,
        };
      })}
      value={value}
      onValueChange={onChange}
      className="gap-2 sm:*:items-start sm:*:px-3"
    />
  );
}

function placeWords(places: WindowPlaces | undefined): string {
  if (!places) return " ";
  const over = places.over ? ", begun" : "";
  if (places.places_left === null) return `No limit${over}`;
  if (places.capacity === 0) return `Closed${over}`;
  if (places.places_left === 0) return `Full${over}`;
  return `${places.places_left} of ${places.capacity} left${over}`;
}
