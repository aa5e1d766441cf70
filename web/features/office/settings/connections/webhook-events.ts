import type { WebhookEvent } from "@api/connections";

/** What programs can be told, in the words of the office. */
export const WEBHOOK_EVENTS: readonly { title: string; events: [WebhookEvent, string][] }[] = [
  {
    title: "Bookings",
    events: [
      ["booking.created", "A booking is made"],
      ["booking.changed", "A booking changes"],
      ["booking.cancelled", "A booking is cancelled"],
    ],
  },
  {
    title: "Payments",
    events: [
      ["payment.received", "A payment is recorded"],
      ["payment.reversed", "A payment is taken back"],
      ["payment.refunded", "Money is paid back"],
    ],
  },
  {
    title: "Pickups and returns",
    events: [
      ["pickup.completed", "A pickup is completed"],
      ["pickup.failed", "A pickup fails"],
      ["return.completed", "A return is completed"],
      ["return.failed", "A return fails"],
    ],
  },
  {
    title: "Claims",
    events: [
      ["claim.filed", "A claim is filed"],
      ["claim.decided", "A claim is decided"],
      ["claim.paid_out", "A claim is paid out"],
    ],
  },
];

const EVERY = WEBHOOK_EVENTS.flatMap(({ events }) => events);
export const EVERY_EVENT: readonly WebhookEvent[] = EVERY.map(([event]) => event);

/** An event in words; a test has none of its own. */
export function eventWords(kind: string): string {
  return EVERY.find(([event]) => event === kind)?.[1] ?? "A test";
}

/** Which events an address is sent, in short. */
export function chosenWords(events: readonly string[]): string {
  if (events.length === EVERY_EVENT.length) return "Every event";
  return events.length === 1 ? eventWords(events[0] ?? "") : `${events.length} kinds of events`;
}
