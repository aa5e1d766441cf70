import { dataOf, type Rest, rest } from "@api/client";

/** A window of a day; null places where there is no limit, `over` once it has begun. */
export interface WindowPlaces {
  time_of_day: "morning" | "afternoon" | "evening";
  label: string;
  places_left: number | null;
  capacity: number | null;
  over: boolean;
}

export interface DayPlaces {
  /** campus day, "YYYY-MM-DD" */
  date: string;
  windows: WindowPlaces[];
}

export interface PlacesLeft {
  campus_id: number;
  today: string;
  from: string;
  to: string;
  /** whether any day from today on has a limit */
  has_slots: boolean;
  days: DayPlaces[];
  free_return: { from: string; to: string };
}

export interface AddressChecked {
  /** `maybe`: the postal area lies on both sides of the radius */
  verdict: "inside" | "maybe" | "outside" | "unknown";
  place: string;
  miles: number | null;
  about: boolean;
  fee_cents: number | null;
  nearer_campus: string | null;
  /** the answer in a sentence */
  words: string;
}

/** A week of a campus from a day on; without a day, from the first one that has places. */
export function placesLeft(
  campusId: number,
  from: string | null,
  via: Rest = rest(),
): Promise<PlacesLeft> {
  const asked = { campus_id: campusId, ...(from ? { from } : {}) };
  return dataOf<unknown>(
    via.rpc("places_left", asked, { get: true }).retry(false),
  ) as Promise<PlacesLeft>;
}

/** How far a residence or a postal code is from a campus, and what that costs. */
export function checkAddress(
  campusId: number,
  place: string,
  via: Rest = rest(),
): Promise<AddressChecked> {
  const asked = { campus_id: campusId, place };
  return dataOf<unknown>(
    via.rpc("address_check", asked, { get: true }).retry(false),
  ) as Promise<AddressChecked>;
}
