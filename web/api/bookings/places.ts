import { type Rest, readCommand, rest } from "@api/client";
import type { DayPlaces, Distance, PlacesLeft } from "@api/commands.types";
import { addDays } from "@lib/format/dates";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** Key of everything that is known of places left. */
export const placesKey = ["places-left"] as const;

/** A week of a campus from a day on; without a day, from the first one that has places. */
export function placesLeft(
  campusId: number,
  from: string | null,
  to: string | null = null,
  via: Rest = rest(),
): Promise<PlacesLeft> {
  const asked = { campus_id: campusId, ...(from ? { from } : {}), ...(to ? { to } : {}) };
  return readCommand("places_left", asked, via);
}

/**
 * The places of all the days that a calendar shows of a month; nothing is asked without a campus.
 * @param month its first day, "YYYY-MM-DD"; without it, the days from the first one that has places
 */
export function useMonthPlaces(campusId: number | null, month: string | null) {
  return useQuery({
    queryKey: [...placesKey, "month", campusId, month],
    // Six weeks are shown, which begin with up to six days of the month before.
    queryFn: () =>
      month
        ? placesLeft(campusId ?? 0, addDays(month, -6), addDays(month, 41))
        : placesLeft(campusId ?? 0, null),
    enabled: campusId !== null,
    placeholderData: keepPreviousData,
  });
}

/** A day of a calendar: "12" (12 places left), "Full" or "–" (closed); days with a window without limit have none. */
export function dayNotes(
  days: readonly DayPlaces[] = [],
): Record<string, { short: string; words: string; gone: boolean }> {
  return Object.fromEntries(
    days.flatMap(({ date, windows, closed, reason }) => {
      if (closed) return [[date, { short: "–", words: reason ?? "closed", gone: true }]];
      const ahead = windows.filter(({ over }) => !over);
      if (ahead.some(({ places_left }) => places_left === null)) return [];
      const left = ahead.reduce((sum, { places_left }) => sum + (places_left ?? 0), 0);
      const words = left === 1 ? "1 place left" : `${left} places left`;
      const note = left > 0 ? { short: String(left), words } : { short: "Full", words: "full" };
      return [[date, { ...note, gone: left === 0 }]];
    }),
  );
}

/** How far a residence or a postal code is from a campus, and what that costs. */
export function checkAddress(
  campusId: number,
  place: string,
  via: Rest = rest(),
): Promise<Distance> {
  const asked = { campus_id: campusId, place };
  return readCommand("address_check", asked, via);
}
