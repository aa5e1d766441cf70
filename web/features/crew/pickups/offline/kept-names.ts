import type { Campus } from "@api/campuses";
import type { CampusClock } from "@api/clock";

/** What a page needs beside a day's stops to show them, kept as "setting". */
export interface KeptSetting {
  campuses: Campus[];
  clock: Omit<CampusClock, "receivedAt">;
}

export const runsName = (campusId: number, day: string) => `runs ${campusId} ${day}`;
export const dayName = (campusId: number) => `day ${campusId}`;

/** The campus day of a moment by the offset that the server named, "-07:00". */
export function dayAt(moment: number, utcOffset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
  return new Date(moment + offset * 60_000).toISOString().slice(0, 10);
}
