import { command, type Rest, type Result, rest } from "@api/client";

/** A campus's day that takes no more bookings. */
export type ClosedDay = Result<"closed_days">[number];

export const closedDayKeys = {
  // Below the slots' key: what changes a slot reads them again.
  of: (campusId: number, from: string) => ["slots", "closed", campusId, from] as const,
};

/** The closed days of a campus from a day ("YYYY-MM-DD") on. */
export function closedDays(campusId: number, from: string, via: Rest = rest()) {
  return command("closed_days", { campus_id: campusId, from }, via);
}

/** Days of some campuses, "YYYY-MM-DD" each, the last included. */
export interface DaysOfCampuses {
  campus_ids: number[];
  from: string;
  to: string;
}

/** The days with pickups or returns, which stay where these days are closed. The office. */
export function bookedDays(
  days: DaysOfCampuses,
  via: Rest = rest(),
): Promise<Result<"booked_days">> {
  return command("booked_days", { ...days }, via);
}

/** Takes no more bookings for these days; closed again, the reason is changed. The office. */
export function closeDays(
  days: DaysOfCampuses,
  reason: string,
  via: Rest = rest(),
): Promise<ClosedDay[]> {
  return command("close_days", { ...days, reason }, via);
}

/** Takes bookings again. The office. */
export function openDays(days: DaysOfCampuses, via: Rest = rest()): Promise<void> {
  return command("open_days", { ...days }, via);
}

/** Offers so many places in a hundred beyond each slot's own. Executives only. */
export function allowNoShows(
  campusId: number,
  date: string,
  percent: number,
  via: Rest = rest(),
): Promise<Result<"allow_no_shows">> {
  return command("allow_no_shows", { campus_id: campusId, date, percent }, via);
}
