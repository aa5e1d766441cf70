import type { ExpectedArrival } from "@api/commands.types";
import { business } from "@lib/site/published";

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
  /** the crew of this line is at work */
  begun: boolean;
  /** the booked window */
  window: string | null;
}

/** What the day of the pickup says to whoever waits (rules: place-in-line, what-is-next). */
export function queueWords({ position, arrival, over, begun, window }: PickupDay): QueueWords {
  const time = arrival?.words ?? null;
  if (arrival?.on_way)
    return {
      tone: "soon",
      title: "Our crew is on the way",
      text: over
        ? `It is later than your window. Questions? Please call us: ${business.phone}.`
        : "Please be at your door with your boxes, and keep your phone close.",
      time,
    };
  // A crew that is at work and late still comes in its order, and says when.
  if (over && !(time && position !== undefined))
    return {
      tone: "late",
      title: "Your pickup window is over",
      text: `If our crew has not come yet, please call us: ${business.phone}.`,
      time: null,
    };
  if (position === undefined)
    return {
      tone: "waiting",
      title: "Pickup is today",
      text: "Your place in line shows here once the crew has set the route.",
      time,
    };
  return begun ? { ...inLine(position), time } : { ...beforeTheyLeave(position, window), time };
}

const NOT_LEFT = "Our crew has not left yet.";

/** What is so while nobody is on the way: no one is asked to come to the door. */
function beforeTheyLeave(position: number, window: string | null): Omit<QueueWords, "time"> {
  const { tone, title } = inLine(position);
  if (tone === "urgent")
    return {
      tone,
      title,
      text: `${window ? `First stop of ${window}.` : "First stop of the day."} ${NOT_LEFT}`,
    };
  const when = window ? `${window}. ` : "";
  if (tone === "soon") return { tone, title, text: `${when}${peopleAhead(position)}. ${NOT_LEFT}` };
  return { tone, title, text: `${when}${NOT_LEFT} We tell you here when we are close.` };
}

function peopleAhead(position: number): string {
  const ahead = position - 1;
  return `${ahead} ${ahead === 1 ? "person" : "people"} ahead of you`;
}

function inLine(position: number): Omit<QueueWords, "time"> {
  const ahead = position - 1;
  if (ahead <= 0)
    return {
      tone: "urgent",
      title: "You're up!",
      text: "You are next. Please be at your door with your boxes.",
    };
  const people = peopleAhead(position);
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
