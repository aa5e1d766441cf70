import type { ExpectedArrival } from "@api/commands.types";
import contact from "@facts/contact.json";

export interface QueueWords {
  tone: "urgent" | "soon" | "waiting" | "late";
  title: string;
  text: string;
  /** when the crew comes, where the day says so */
  time: string | null;
}

export interface PickupDay {
  /** in the day's line; undefined outside of it */
  position: number | undefined;
  arrival: Pick<ExpectedArrival, "words" | "on_way"> | undefined;
  /** the booked window is over */
  over: boolean;
}

/** What the day of the pickup says to whoever waits (rules: place-in-line, what-is-next). */
export function queueWords({ position, arrival, over }: PickupDay): QueueWords {
  const time = arrival?.words ?? null;
  if (arrival?.on_way)
    return {
      tone: "soon",
      title: "Our crew is on the way",
      text: over
        ? `It is later than your window. Questions? Please call us: ${contact.phone}.`
        : "Please be at your door with your boxes, and keep your phone close.",
      time,
    };
  // A crew that is at work and late still comes in its order, and says when.
  if (over && !(time && position !== undefined))
    return {
      tone: "late",
      title: "Your pickup window is over",
      text: `If our crew has not come yet, please call us: ${contact.phone}.`,
      time: null,
    };
  if (position === undefined)
    return {
      tone: "waiting",
      title: "Pickup is today",
      text: "Your place in line shows here once the crew has set the route.",
      time,
    };
  return { ...inLine(position), time };
}

function inLine(position: number): Omit<QueueWords, "time"> {
  const ahead = position - 1;
  if (ahead <= 0)
    return {
      tone: "urgent",
      title: "You're up!",
      text: "You are next. Please be at your door with your boxes.",
    };
  const people = `${ahead} ${ahead === 1 ? "person" : "people"} ahead of you`;
  if (ahead <= 2)
    return {
      tone: "soon",
      title: "Arriving shortly",
      text: `${people}. Close your last box and stay close to your door.`,
    };
  return {
    tone: "waiting",
    title: people,
    text: "This page updates by itself. We tell you here when we are close.",
  };
}
