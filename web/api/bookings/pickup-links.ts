import { command, type Rest, type Result, readCommand, rest } from "@api/client";
import type { LinkedPickup, LinkedVisit } from "@api/commands.types";

export const pickupLinkKeys = {
  one: (token: string) => ["pickup-link", token] as const,
  visit: (token: string) => ["visit-link", token] as const,
  cancel: (token: string) => ["pickup-link", token, "cancel"] as const,
  move: (token: string, to: PickupWish | null) => ["pickup-link", token, to] as const,
};

/** The visit that the person at the door follows by a link; looking changes nothing. */
export function linkedVisit(token: string, via: Rest = rest()): Promise<LinkedVisit> {
  return readCommand("linked_visit", { token }, via);
}

/** Lets the crew know that the person at the door is late; the visit as it is then. */
export function announceLateByLink(
  token: string,
  minutes: number,
  via: Rest = rest(),
): Promise<LinkedVisit> {
  return command("announce_late_by_link", { token, minutes }, via);
}

/** Lets the crew know that one is late for today's visit. */
export function announceLate(
  bookingId: string,
  minutes: number,
  via: Rest = rest(),
): Promise<undefined> {
  return command("announce_late", { booking_id: bookingId, minutes }, via);
}

export interface PickupWish {
  pickup_date: string;
  pickup_time: string;
}

/** What the link of a reminder leads to; looking changes nothing. */
export function linkedPickup(token: string, via: Rest = rest()): Promise<LinkedPickup> {
  return command("linked_pickup", { token }, via);
}

/** Says that the pickup stands. */
export function confirmLinkedPickup(token: string, via: Rest = rest()): Promise<LinkedPickup> {
  return command("confirm_linked_pickup", { token }, via);
}

export function previewLinkedMove(
  token: string,
  to: PickupWish,
  via: Rest = rest(),
): Promise<Result<"preview_linked_move">> {
  return command("preview_linked_move", { token, ...to }, via);
}

/** Moves the pickup for the fee that was shown; close to the day it is asked of our staff. */
export function moveLinkedPickup(
  token: string,
  to: PickupWish,
  expectedFeeCents: number,
  via: Rest = rest(),
): Promise<LinkedPickup> {
  return command("move_linked_pickup", { token, ...to, expected_fee_cents: expectedFeeCents }, via);
}

/** What cancelling the booking costs now. */
export function previewLinkedCancellation(
  token: string,
  via: Rest = rest(),
): Promise<Result<"preview_linked_cancellation">> {
  return command("preview_linked_cancellation", { token }, via);
}

/** Writes to the office, which answers by email; the same message id again adds nothing. */
export function writeByLink(
  given: { token: string; id: string; words: string },
  via: Rest = rest(),
): Promise<unknown> {
  return command("write_by_link", given, via);
}

/** Cancels the booking for the fee that was shown. */
export function cancelLinkedBooking(
  token: string,
  expectedFeeCents: number,
  via: Rest = rest(),
): Promise<LinkedPickup> {
  return command("cancel_linked_booking", { token, expected_fee_cents: expectedFeeCents }, via);
}
