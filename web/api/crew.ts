import { command, type Rest, type Result, readCommand } from "@api/client";

export type CrewAvailability = Result<"crew_availability">[number];
export type DayLoad = Result<"crew_load">[number];
export type CrewHours = Result<"crew_hours">[number];

/** Campus-local days, "YYYY-MM-DD". */
export interface DayRange {
  first_day: string;
  last_day: string;
}

export const crewKeys = { all: ["crew"] as const };

/** When each worker can work, from today on; a worker sees their own. Staff only. */
export function crewAvailability(via: Rest): Promise<CrewAvailability[]> {
  return readCommand("crew_availability", {}, via);
}

/** Other weekdays (1 is Monday) for a worker. */
export function setWorkWeek(
  user_id: string,
  weekdays: readonly number[],
  via: Rest,
): Promise<CrewAvailability> {
  return command("set_work_week", { user_id, weekdays }, via);
}

/** Days on or off for a worker; null: as the week says. Refused for past days. */
export function setWorkDays(
  user_id: string,
  range: DayRange,
  works: boolean | null,
  via: Rest,
): Promise<CrewAvailability> {
  return command("set_work_days", { user_id, ...range, works }, via);
}

/** The work of a campus's days against the hours of its crews. Office only. */
export function crewLoad(campus_id: number, range: DayRange, via: Rest): Promise<DayLoad[]> {
  return readCommand("crew_load", { campus_id, ...range }, via);
}

/** Who worked when in which run; null: at every campus. A worker's own for a worker. */
export function crewHours(
  campus_id: number | null,
  range: DayRange,
  via: Rest,
): Promise<CrewHours[]> {
  return readCommand("crew_hours", { campus_id, ...range }, via);
}
