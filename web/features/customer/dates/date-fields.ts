import type { Booking, DateChange } from "@api/bookings/booking";
import { ApiError } from "@api/errors";
import { formatDay } from "@lib/format/dates";
import { comingFreeReturn, freeReturn, isDayOfReturns } from "@lib/site/free-return";

const DAY_MS = 86_400_000;

export type DateFieldName = "supply_kit_delivery_date" | "pickup_date" | "return_delivery_date";

export interface DateField {
  name: DateFieldName;
  /** the card's heading */
  title: string;
  /** what the card says without a date */
  empty: string;
  /** the dialog's title */
  dialogTitle: string;
  /** one sentence in the dialog */
  hint: string;
}

/** The three dates that a customer may change. */
export const DATE_FIELDS: readonly DateField[] = [
  {
    name: "supply_kit_delivery_date",
    title: "Supply Kit Delivery",
    empty: "Not scheduled",
    dialogTitle: "Edit Supply Kit Delivery",
    hint: "When we bring boxes and tape: in two days or later, and at least a day before your pickup.",
  },
  {
    name: "pickup_date",
    title: "Pickup Date & Time",
    empty: "Not scheduled",
    dialogTitle: "Edit Pickup Date & Time",
    hint: "When we come for your things.",
  },
  {
    name: "return_delivery_date",
    title: "Delivery Date",
    empty: "To Be Determined",
    dialogTitle: "Edit Delivery Date",
    hint: "When we bring everything back: after your pickup, with 48 hours' notice.",
  },
];

/** A card's date in words. */
export function dateWords(field: DateField, booking: Booking): string {
  return formatDay(booking[field.name], "medium", field.empty);
}

/** The change of one date; a pickup's time only where one was chosen. */
export function dateChange(name: DateFieldName, day: string, time: string | undefined): DateChange {
  switch (name) {
    case "pickup_date":
      return time ? { pickup_date: day, pickup_time: time } : { pickup_date: day };
    case "supply_kit_delivery_date":
      return { supply_kit_delivery_date: day };
    case "return_delivery_date":
      return { return_delivery_date: day };
  }
}

/** The free return days ("YYYY-MM-DD") of the next season that is not over on `day`. */
export function freeReturnDays(day: string): string[] {
  const { from, to } = comingFreeReturn(day);
  return daysOf(from, to).filter((one) => one >= day && isDayOfReturns(one));
}

/** "Aug 31 to Sep 3", the days on which a return costs nothing. */
export function freeReturnWords(): string {
  return `${freeReturn.from} to ${freeReturn.to}`;
}

/** The days from one to another, both included. */
export function daysOf(first: string, last: string): string[] {
  const days: string[] = [];
  const end = Date.parse(`${last}T00:00:00Z`);
  for (let at = Date.parse(`${first}T00:00:00Z`); at <= end; at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

export const UPDATE_FAILED = "Could not update the date. Please try again.";

/** The server's own words about a refused date, where they are meant for people; else nothing. */
export function refusalWords(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "PGRST116") {
    return "This booking has changed in the meantime, so its dates can no longer be edited.";
  }
  // The product's own rules answer with these; anything else is about the machine.
  const forPeople = error.code === "P0001" || error.code === "PT409" || error.code === "23514";
  return forPeople && !/violates|constraint/.test(error.message) ? error.message : null;
}
