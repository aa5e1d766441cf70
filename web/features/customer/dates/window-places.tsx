import { placesLeft } from "@api/bookings/places";
import type { WindowPlaces } from "@api/commands.types";
import { cn } from "@lib/cn";
import { firstHour } from "@lib/site/pickup-windows";
import { useQuery } from "@tanstack/react-query";

/** The windows of a campus day with their places; undefined while they are not known. */
export function useWindows(campusId: number, day: string | undefined) {
  const week = useQuery({
    queryKey: ["places-left", campusId, day ?? ""],
    queryFn: () => placesLeft(campusId, day ?? null),
    enabled: day !== undefined && day !== "",
  });
  return week.data?.days.find(({ date }) => date === day)?.windows;
}

/** "3 places left", "Full", "Over"; nothing to say where there is no limit. */
export function placesWords(window: WindowPlaces | undefined): string {
  if (!window) return "";
  if (window.over) return "Over";
  const { places_left: left, capacity } = window;
  if (left === null) return "Open";
  if (capacity === 0) return "Closed";
  if (left === 0) return "Full";
  return left === 1 ? "1 place left" : `${left} places left`;
}

interface WindowPlacesListProps {
  campusId: number;
  windows: readonly WindowPlaces[];
  /** the window of the chosen time */
  chosen: string | undefined;
  /** a window was pressed: the hour with which it begins; undefined while nothing may be chosen */
  onChoose: ((hour: string) => void) | undefined;
}

/** The windows of a day, what is left in each, and the way to choose one. */
export function WindowPlacesList({ campusId, windows, chosen, onChoose }: WindowPlacesListProps) {
  return (
    <ul aria-label="Places left" className="divide-y divide-line border-y border-line">
      {windows.map((window) => {
        const hour = firstHour(window.label, campusId);
        const isChosen = window.label === chosen;
        return (
          <li key={window.time_of_day}>
            <button
              type="button"
              aria-pressed={isChosen}
              disabled={!(onChoose && hour) || window.over || window.places_left === 0}
              onClick={() => hour && onChoose?.(hour)}
              className={cn(
                "tabular flex min-h-11 w-full items-center justify-between gap-4 border-l-4 border-transparent px-3 text-left enabled:hover:bg-pine-soft",
                isChosen && "border-pine bg-pine-soft font-semibold",
              )}
            >
              {window.label}
              <span
                className={cn(
                  "font-semibold",
                  window.places_left === 0 && "text-brick-text",
                  (window.places_left === null || window.over) && "font-normal text-muted",
                )}
              >
                {placesWords(window)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
