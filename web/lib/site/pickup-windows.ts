import { campuses } from "./published";

type TimeOfDay = "morning" | "afternoon" | "evening";

/** A window of a campus day; `start` and `end` are "HH:MM". */
export interface PickupWindow {
  /** "9:00 AM - 12:00 PM", as it is stored */
  label: string;
  time_of_day: TimeOfDay;
  start: string;
  end: string;
}

const WRITTEN = /^(\d{1,2}:\d\d [AP]M)(?: - (\d{1,2}:\d\d [AP]M))?$/;
const EVERY = new Map(
  campuses.map(({ id, pickup_windows }) => [
    id,
    pickup_windows.map(({ start, end }) => windowFrom(start, end)),
  ]),
);

/** The windows of a campus in order (rule: pickup-windows). */
export function windowsOf(campusId: number | null): readonly PickupWindow[] {
  return (campusId !== null && EVERY.get(campusId)) || [];
}

const PARTS = { morning: "Morning", afternoon: "Afternoon", evening: "Evening" } as const;

/** The parts of the day in which any of several campuses works, by their windows if all agree. */
export function windowsOfAll(
  campusIds: readonly number[],
): Pick<PickupWindow, "label" | "time_of_day">[] {
  const every = campusIds.flatMap(windowsOf);
  return (Object.keys(PARTS) as TimeOfDay[]).flatMap((part) => {
    const labels = new Set(every.filter(isAt(part)).map(({ label }) => label));
    const [label] = labels;
    return label ? [{ label: labels.size === 1 ? label : PARTS[part], time_of_day: part }] : [];
  });
}

/** The whole hours inside a campus's windows, as pickup times; of one without any, the window. */
export function hoursOf(campusId: number | null): readonly string[] {
  return windowsOf(campusId).flatMap(hoursIn);
}

/** The first hour of a window, as a pickup time; the window where it has none. */
export function firstHour(label: string | null, campusId: number): string | undefined {
  const window = windowOf(label, campusId);
  return window && hoursIn(window)[0];
}

/** The window that a stored time means: an hour, the one of its campus in which it lies. */
export function windowOf(
  pickupTime: string | null | undefined,
  campusId: number | null,
): PickupWindow | undefined {
  const [, first, last] = WRITTEN.exec(pickupTime ?? "") ?? [];
  if (!first) return undefined;
  const start = hourOf(first);
  if (last) return windowFrom(start, hourOf(last));
  return windowsOf(campusId).find(isAt(partOf(start)));
}

/** "09:00", when a window or an hour begins; undefined for what is no time. */
export function startOf(pickupTime: string | null): string | undefined {
  const [, first] = WRITTEN.exec(pickupTime ?? "") ?? [];
  return first && hourOf(first);
}

function isAt(part: TimeOfDay) {
  return ({ time_of_day }: PickupWindow) => time_of_day === part;
}

function hoursIn({ label, start, end, time_of_day }: PickupWindow): string[] {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`)
    .filter((hour) => hour >= start && hour < end && partOf(hour) === time_of_day)
    .map(written);
  return hours.length ? hours : [label];
}

function windowFrom(start: string, end: string): PickupWindow {
  return {
    label: windowWords({ start, end }),
    time_of_day: partOf(start),
    start,
    end,
  };
}

/** "9:00 AM - 12:00 PM", as a window is stored and shown. */
export function windowWords({ start, end }: Pick<PickupWindow, "start" | "end">): string {
  return `${written(start)} - ${written(end)}`;
}

function partOf(start: string): TimeOfDay {
  if (start < "12:00") return "morning";
  return start < "15:00" ? "afternoon" : "evening";
}

/** "15:00" → "3:00 PM" */
function written(time: string): string {
  const [hour = 0, minute = ""] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** "3:00 PM" → "15:00" */
function hourOf(words: string): string {
  const [time = "", half] = words.split(" ");
  const [hour = "", minute = ""] = time.split(":");
  return `${String((Number(hour) % 12) + (half === "PM" ? 12 : 0)).padStart(2, "0")}:${minute}`;
}
