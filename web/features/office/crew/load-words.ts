import type { DayLoad } from "@api/crew";
import { formatMinutes } from "@lib/format/duration";

/** "5 h 10 min of work, 9 h of 1 crew". */
export function loadWords({ work_minutes, crew_minutes, vans }: DayLoad): string {
  const work = `${formatMinutes(work_minutes)} of work`;
  if (crew_minutes === null) return work;
  if (vans === 0) return `${work}, nobody can work`;
  return `${work}, ${formatMinutes(crew_minutes)} of ${vans === 1 ? "1 crew" : `${vans} crews`}`;
}

/** Whether a day's work exceeds its crews' hours with so many stops more. */
export function isOverWith({ crew_minutes, work_minutes, stop_minutes }: DayLoad, more: number) {
  return crew_minutes !== null && work_minutes + more * stop_minutes > crew_minutes;
}

/** Who is named for a run of the day and cannot work; null if everybody can. */
export function offWords({ off }: DayLoad): string | null {
  if (off.length === 0) return null;
  const verb = off.length === 1 ? "is" : "are";
  return `${off.join(", ")} ${verb} on a run of this day and cannot work.`;
}
