import { placesLeft } from "@api/bookings/places";
import type { WindowPlaces } from "@api/commands.types";
import { counted } from "@components/lists/pager";
import { longCampus } from "@lib/site/campus-names";
import { windowOf, windowsOf } from "@lib/site/pickup-windows";
import { useQuery } from "@tanstack/react-query";
import type { BulkRow } from "./bulk-row";

export type Window = WindowPlaces["time_of_day"];

interface PlacesNeededProps {
  rows: readonly BulkRow[];
  /** "YYYY-MM-DD" */
  day: string;
  /** null: each stays in its own */
  window: Window | null;
}

/** How many pickups come into each window of a day, and how many places it has left. */
export function PlacesNeeded({ rows, day, window }: PlacesNeededProps) {
  const campusIds = [...new Set(rows.map(({ campusId }) => campusId))];
  const { data: answers } = useQuery({
    queryKey: ["places", ...campusIds, day],
    queryFn: () => Promise.all(campusIds.map((campusId) => placesLeft(campusId, day))),
    retry: false,
    staleTime: 0,
    networkMode: "always",
  });
  return (
    <ul aria-label="Places" aria-live="polite" className="grid gap-1 text-sm">
      {campusIds.flatMap((campusId, at) => {
        const places = answers?.[at]?.days.find(({ date }) => date === day)?.windows;
        const coming = rows.filter((row) => row.campusId === campusId);
        return windowsOf(campusId).map(({ time_of_day, label }) => {
          const part = (row: BulkRow) => window ?? windowOf(row.pickupTime, campusId)?.time_of_day;
          // Who is there already has a place.
          const needed = coming.filter(
            (row) =>
              part(row) === time_of_day &&
              !(
                row.pickupDate === day &&
                windowOf(row.pickupTime, campusId)?.time_of_day === time_of_day
              ),
          ).length;
          if (needed === 0) return null;
          const one = places?.find((place) => place.time_of_day === time_of_day);
          const short = one?.places_left != null && one.places_left < needed;
          return (
            <li
              key={`${campusId} ${time_of_day}`}
              className="tabular flex flex-wrap justify-between gap-x-4 rounded-xl border border-line px-3 py-2"
            >
              <span>
                {campusIds.length > 1 ? `${longCampus(campusId)}, ` : ""}
                {label}
              </span>
              <b className={short ? "font-semibold text-brick-text" : "font-semibold"}>
                {counted(needed, "pickup")}, {placeWords(one)}
              </b>
            </li>
          );
        });
      })}
    </ul>
  );
}

function placeWords(places: WindowPlaces | undefined): string {
  if (!places) return "...";
  if (places.places_left === null) return "no limit";
  if (places.capacity === 0) return "closed";
  return `${places.places_left} of ${places.capacity} places left`;
}
