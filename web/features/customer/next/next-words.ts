import type { Booking } from "@api/bookings/booking";
import { formatDay } from "@lib/format/dates";
import { business } from "@lib/site/published";
import { type CampusMoment, daysBetween, type Stage } from "./stage";

export interface NextWords {
  title: string;
  text: string;
}

export interface Known {
  /** how many items, as counted, else as listed; 0 while nothing is known */
  items: number;
  /** the other pickup that our staff were asked for and have not answered; "" while there is none */
  asked: string;
  /** "Aug 31 - Sep 3" */
  freeReturn: string;
  /** the day until which the customer extended the storage */
  storedUntil?: string | undefined;
  /** our crew has left with the items */
  onWay?: boolean;
}

const CALL = `please call us: ${business.phone}`;

/** What is next for a booking, in a title and a sentence (rule: what-is-next). */
export function nextWords(
  stage: Stage,
  booking: Booking,
  now: CampusMoment,
  { items, asked, freeReturn, storedUntil, onWay = false }: Known,
): NextWords {
  const things = items > 1 ? `your ${items} items` : items === 1 ? "your item" : "your things";
  switch (stage) {
    case "undated":
      return {
        title: "Choose your pickup day",
        text: "We have your booking. Tell us when to come.",
      };
    case "before_pickup":
      return {
        title: `We pick up ${inDays(now.day, booking.pickup_date ?? now.day)}`,
        text: sentence(
          [booking.pickup_time, placeOf(booking)],
          reminder(daysBetween(now.day, booking.pickup_date ?? now.day)),
        ),
      };
    case "pickup_day":
      return { title: "We pick up today", text: sentence([booking.pickup_time, placeOf(booking)]) };
    case "on_way":
      return {
        title: "Our crew is on the way",
        text: "Please be at your door with your boxes, and keep your phone close.",
      };
    case "pickup_over":
      return booking.pickup_date === now.day
        ? {
            title: "Your pickup window is over",
            text: `If our crew has not come yet, ${CALL}.`,
          }
        : {
            title: "Your pickup day is over",
            text: asked
              ? `You asked for ${asked}. We will answer by email.`
              : `We have no record of a pickup on ${formatDay(booking.pickup_date)}. If nobody came, ${CALL}, or choose another day.`,
          };
    case "stored":
      return {
        title: `We have ${things}`,
        text: booking.return_delivery_date
          ? sentence([
              `We bring them back on ${formatDay(booking.return_delivery_date)}`,
              booking.return_delivery_time,
            ])
          : storedUntil
            ? `Stored until ${formatDay(storedUntil)}. Tell us when and where to bring them back.`
            : `Tell us when and where to bring them back. ${freeReturn} is free.`,
      };
    case "return_day":
      if (onWay)
        return {
          title: `Our crew is on the way with ${things}`,
          text: "Please be at your door, and keep your phone close.",
        };
      return {
        title: `We bring ${things} back today`,
        text: sentence([booking.return_delivery_time, booking.delivery_address]),
      };
    case "return_over":
      return {
        title: "Your delivery window is over",
        text: `If something has not come back to you, ${CALL}.`,
      };
    case "back":
      return { title: "Everything is back with you", text: "Thank you for storing with us." };
    case "cancelled":
      return {
        title: "This booking is cancelled",
        text: booking.cancellation_note ?? "Nothing will be picked up.",
      };
  }
}

/** Where we come to, as the customer said it; "" while nobody has. */
export function placeOf(booking: Pick<Booking, "building_name" | "address">): string {
  return [booking.building_name, booking.address].filter((part) => part?.trim()).join(", ");
}

function inDays(from: string, to: string): string {
  const days = daysBetween(from, to);
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/** The mail that is still to come before a pickup. */
function reminder(days: number): string {
  if (days === 1) return "";
  return `We will email you ${days > 2 ? "two days" : "the day"} before.`;
}

function sentence(parts: (string | null)[], ...more: string[]): string {
  const said = parts.filter(Boolean).join(", ");
  return [said && `${said}.`, ...more].filter(Boolean).join(" ");
}
