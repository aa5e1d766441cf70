import { dataOf, type Rest, rest } from "@api/client";
import type { Distance, PlacesLeft } from "@api/commands.types";

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
): Promise<Distance> {
  const asked = { campus_id: campusId, place };
  return dataOf<unknown>(
    via.rpc("address_check", asked, { get: true }).retry(false),
  ) as Promise<Distance>;
}
