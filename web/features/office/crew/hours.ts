import type { CrewHours } from "@api/crew";
import { campusMinute } from "@lib/format/campus-time";
import type { CsvColumn } from "@lib/format/csv";
import { shortCampus } from "@lib/site/campus-names";

/** Sums of a person or of a crew. */
export interface HoursSum {
  key: string;
  name: string;
  runs: number;
  minutes: number;
  done: number;
  failed: number;
}

/** Minutes from the first to the last event. */
function minutesOf({ first_at, last_at }: CrewHours): number {
  return Math.round((Date.parse(last_at) - Date.parse(first_at)) / 60_000);
}

/** Completed stops in an hour, to a tenth; null for less than a minute of work. */
export function perHour({ done, minutes }: Pick<HoursSum, "done" | "minutes">): string | null {
  return minutes < 1 ? null : ((done * 60) / minutes).toFixed(1);
}

/** The hours of each person, by name. */
export function byWorker(rows: readonly CrewHours[]): HoursSum[] {
  const sums = sumsOf(rows, ({ user_id, name }) => ({ key: user_id, name }));
  return sums.sort((one, other) => one.name.localeCompare(other.name));
}

/** The hours of each run, whose people share them, in order of days. */
export function byCrew(rows: readonly CrewHours[]): (HoursSum & { day: string; who: string })[] {
  const runs = new Map<string, CrewHours[]>();
  for (const row of rows) runs.set(row.run_id, [...(runs.get(row.run_id) ?? []), row]);
  return [...runs.values()].flatMap((people) => {
    const [first] = people;
    if (!first) return [];
    const { run_id, run_name, day, campus_id, done, failed } = first;
    return {
      key: run_id,
      name: `${run_name}, ${shortCampus(campus_id)}`,
      day,
      who: people.map(({ name }) => name).join(", "),
      runs: 1,
      minutes: minutesOf(first),
      done,
      failed,
    };
  });
}

function sumsOf(
  rows: readonly CrewHours[],
  nameOf: (row: CrewHours) => Pick<HoursSum, "key" | "name">,
): HoursSum[] {
  const sums = new Map<string, HoursSum>();
  for (const row of rows) {
    const named = nameOf(row);
    const sum = sums.get(named.key) ?? { ...named, runs: 0, minutes: 0, done: 0, failed: 0 };
    sums.set(named.key, {
      ...sum,
      runs: sum.runs + 1,
      minutes: sum.minutes + minutesOf(row),
      done: sum.done + row.done,
      failed: sum.failed + row.failed,
    });
  }
  return [...sums.values()];
}

/** The columns of the hours as a file: a line for each person and run. */
export const hoursCsv = (utcOffset: string | undefined): CsvColumn<CrewHours>[] => [
  { header: "Day", cell: ({ day }) => day },
  { header: "Campus", cell: ({ campus_id }) => shortCampus(campus_id) },
  { header: "Run", cell: ({ run_name }) => run_name },
  { header: "Name", cell: ({ name }) => name },
  { header: "First event", cell: ({ first_at }) => campusMinute(first_at, utcOffset) },
  { header: "Last event", cell: ({ last_at }) => campusMinute(last_at, utcOffset) },
  { header: "Hours", cell: (row) => (minutesOf(row) / 60).toFixed(2) },
  { header: "Stops done", cell: ({ done }) => done },
  { header: "Stops failed", cell: ({ failed }) => failed },
  {
    header: "Stops per hour",
    cell: (row) => perHour({ done: row.done, minutes: minutesOf(row) }),
  },
];
