import { type Arguments, command, type Result } from "@api/client";
import { again, commandOnce } from "@api/once";

/** Rows that one step takes. */
export const MOST_AT_ONCE = 500;
/** A step of so many rows may take a while. */
const PATIENCE_MS = 90_000;

export type BulkResult = Result<"move_bookings">[number];
export type BulkMove = Arguments<"move_bookings">;
export type BulkCancel = Arguments<"cancel_bookings">;
export type CancellationCost = Result<"cancellation_costs">[number];

/** Sends one part after the other: a customer who books meanwhile waits for one part at most. */
async function inParts<Given>(
  parts: readonly Given[],
  key: string,
  send: (part: Given, key: string) => Promise<BulkResult[]>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const [at, part] of parts.entries()) results.push(...(await send(part, `${key}-${at}`)));
  return results;
}

/** Moves pickups to a day, each by itself: what became of each. The office only. */
export function moveBookings(parts: readonly BulkMove[], key: string): Promise<BulkResult[]> {
  return inParts(parts, key, (part, once) =>
    again(() => commandOnce("move_bookings", part, once, undefined, PATIENCE_MS)),
  );
}

/** What cancelling each booking costs now, or why it cannot be. The office only. */
export function cancellationCosts(ids: string[]): Promise<CancellationCost[]> {
  return command("cancellation_costs", { ids });
}

/** Cancels bookings for one reason: what became of each. The office only. */
export function cancelBookings(parts: readonly BulkCancel[], key: string): Promise<BulkResult[]> {
  return inParts(parts, key, (part, once) =>
    again(() => commandOnce("cancel_bookings", part, once, undefined, PATIENCE_MS)),
  );
}

/** Confirms bookings that wait for it: what became of each. The office only. */
export function confirmBookings(ids: string[], key: string): Promise<BulkResult[]> {
  return again(() => commandOnce("confirm_bookings", { ids }, key, undefined, PATIENCE_MS));
}

export type ListMessage = Arguments<"message_list">;
export type ListPreview = Result<"preview_list_message">;

/** Whom a message to a list reaches, and how its first reader reads it. The office only. */
export function previewListMessage(given: ListMessage): Promise<ListPreview> {
  return command("preview_list_message", given);
}

/** Mails each person of a list once: what became of each row. The office only. */
export function sendListMessage(given: ListMessage, key: string): Promise<Result<"message_list">> {
  return again(() => commandOnce("message_list", given, key, undefined, PATIENCE_MS));
}

/** How far these mails are. The office only. */
export function listMessageStates(ids: number[]): Promise<Result<"list_message_states">> {
  return command("list_message_states", { message_ids: ids });
}
