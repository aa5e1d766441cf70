import type { OwnStop } from "@api/commands.types";
import { campusHour } from "@lib/format/campus-hour";
import { business } from "@lib/site/published";

const WHAT: Record<OwnStop["kind"], string> = {
  pickup: "We could not pick up your items",
  return: "We could not deliver your items",
  kit: "We could not deliver your supply kit",
};

type Failed = Pick<OwnStop, "kind" | "failure" | "arrived_at" | "next_step">;

/** What a failed visit says: what happened, and what comes next (rule: visit-news). */
export function failedWords(stop: Failed, utcOffset: string): { title: string; text: string } {
  return { title: WHAT[stop.kind], text: `${happened(stop, utcOffset)} ${next(stop.next_step)}` };
}

function happened({ failure, arrived_at }: Failed, utcOffset: string): string {
  const door = arrived_at ? `We were at your door at ${campusHour(arrived_at, utcOffset)}` : "";
  switch (failure) {
    case "not_ready":
      return door
        ? `${door}, and not everything was ready for us.`
        : "Not everything was ready for our crew.";
    case "wrong_address":
      return "Our crew could not find you at the address that we have.";
    case "too_much":
      return door
        ? `${door}, and there was more than you had booked.`
        : "There was more than you had booked.";
    case "refused_goods":
      return door
        ? `${door}, and there were things that we may not store.`
        : "There were things that we may not store.";
    case "ours":
      return "We could not come as planned. That is our fault, and we are sorry. It costs you nothing.";
    default:
      return door ? `${door} and could not reach you.` : "Our crew could not reach you.";
  }
}

function next(step: OwnStop["next_step"]): string {
  if (step === "again")
    return `Next: our crew tries again today. Keep your phone close, or call us: ${business.phone}.`;
  if (step === "office")
    return `Next: our office gets in touch with you. You can also call us: ${business.phone}.`;
  return `Next: choose another day, or call us: ${business.phone}.`;
}

/** Whole minutes for which the crew at the door still waits. */
export function minutesLeft(until: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000));
}
