import type { BookingItem } from "@api/bookings/items";
import { type CampusClock, serverNow } from "@api/clock";
import { claimsUntil, claimWords } from "@features/customer/items/item-words";
import { campusDeadline } from "@lib/format/campus-hour";
import { formatCents } from "@lib/format/money";
import { business } from "@lib/site/published";
import type { NextWords } from "./next-words";
import type { Stage } from "./stage";

const AFTER_PICKUP: readonly Stage[] = ["stored", "return_day", "return_over", "back"];

/**
 * What open claims, missing items and the time for claims say in place of the booking's own words;
 * undefined where there is none of them (rules: claims, what-is-next).
 */
export function backWords(
  stage: Stage,
  items: readonly BookingItem[],
  clock: CampusClock,
): NextWords | undefined {
  if (!AFTER_PICKUP.includes(stage)) return undefined;
  const open = items.flatMap((item) =>
    (item.claims ?? []).filter(({ state }) => state === "open").map((claim) => ({ item, claim })),
  );
  if (open.length > 0 && stage !== "return_day")
    return {
      title: open.length === 1 ? "Your claim is with us" : `Your ${open.length} claims are with us`,
      text: `${open
        .map(({ item, claim }) => `${item.description}: ${formatCents(claim.amount_cents)}`)
        .join(", ")}. We read every claim and answer by email.`,
    };
  const missing = items.filter(({ state }) => state === "missing");
  if (missing.length > 0 && stage !== "return_day")
    return {
      title:
        missing.length === 1
          ? "We are looking for one of your items"
          : `We are looking for ${missing.length} of your items`,
      text: `${missing.map(({ description }) => description).join(", ")}. We will call you. You can also call us: ${business.phone}.`,
    };
  if (stage !== "back") return undefined;
  const answered = items.flatMap(({ claims }) => claims ?? [])[0];
  if (answered) return { title: "Everything is back with you", text: claimWords(answered) };
  const until = firstDeadline(items);
  return until && Date.parse(until) > serverNow(clock)
    ? {
        title: "Everything is back with you",
        text: `Is something missing or damaged? Claims are taken until ${campusDeadline(until, clock.utc_offset)}.`,
      }
    : undefined;
}

/** When the first time for a claim ends. */
function firstDeadline(items: readonly BookingItem[]): string | undefined {
  return items
    .map(claimsUntil)
    .filter((until) => until !== null)
    .sort()[0];
}
