import { addDays, parseDay } from "@lib/format/dates";

/** Quick choices of days, counted from today. */
export const PERIODS = [
  { value: "today", label: "Today", from: 0, to: 0 },
  { value: "tomorrow", label: "Tomorrow", from: 1, to: 1 },
  { value: "7", label: "Next 7 days", from: 0, to: 7 },
  { value: "30", label: "Next 30 days", from: 0, to: 30 },
] as const;

/** Days as the address has them: a quick choice, or "2027-04-28..2027-05-02" with open ends. */
export type DayChoice = string;

/** First and last day, both included; null where that end is open. */
export interface Days {
  from: string | null;
  to: string | null;
}

const RANGE = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/;

/** The choice, or null where the text is none. */
export function dayChoice(text: string | null): DayChoice | null {
  if (text === null) return null;
  return PERIODS.some(({ value }) => value === text) || rangeOf(text) ? text : null;
}

/** The two ends of a range; null where the text is a quick choice or no range. */
export function rangeOf(text: string): Days | null {
  const match = RANGE.exec(text);
  if (!match) return null;
  const [from, to] = [match[1] ?? null, match[2] ?? null];
  return [from, to].every((day) => day === null || parseDay(day)) ? { from, to } : null;
}

/** The text of a range. */
export function rangeText({ from, to }: Days): DayChoice {
  return `${from ?? ""}..${to ?? ""}`;
}

/** The days meant; null for any, undefined while "today" is needed and not known yet. */
export function daysOf(
  choice: DayChoice | null,
  today: string | undefined,
): Days | null | undefined {
  if (choice === null) return null;
  const period = PERIODS.find(({ value }) => value === choice);
  if (!period) {
    const range = rangeOf(choice);
    return range?.from || range?.to ? range : null;
  }
  if (!today) return undefined;
  return { from: addDays(today, period.from), to: addDays(today, period.to) };
}
