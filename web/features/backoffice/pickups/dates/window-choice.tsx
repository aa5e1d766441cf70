import { placesLeft } from "@api/bookings/places";
import type { WindowPlaces } from "@api/commands.types";
import { RadioCards } from "@components/ui/radio-cards";
import booking from "@facts/booking.json";
import { shortWindow } from "@features/backoffice/pickups/day/pickup-words";
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

/** The three windows of a day, each with the places it has left. */
export function WindowChoice({ campusId, day, value, onChange }: WindowChoiceProps) {
  const windows = useWindows(campusId, day);
  return (
    <RadioCards
      label="Pickup window"
      columns={3}
      options={booking.pickup_windows.map(({ label, time_of_day }) => ({
        value: label,
        label: shortWindow(label),
        description: placeWords(windows?.find((one) => one.time_of_day === time_of_day)),
      }))}
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
  if (places.places_left === 0) return `Full${over}`;
  return `${places.places_left} of ${places.capacity} left${over}`;
}
