import { type Arguments, command, type Result } from "@api/client";
import { toApiError } from "@api/errors";
import { again, commandOnce } from "@api/once";

/** Rows that one step takes. */
export const MOST_AT_ONCE = 500;
/** A step of so many rows may take a while. */
const PATIENCE_MS = 90_000;

export type BulkResult = Result<"move_bookings">[number];
export type BulkMove = Arguments<"move_bookings">;
export type BulkCancel = Arguments<"cancel_bookings">;
export type CancellationCost = Result<"cancellation_costs">[number];

/** Rows of a step, sent together. */
interface Part {
  bookings: readonly { booking_id: string }[];
}

/**
 * Sends one part after the other: a customer who books meanwhile waits for one part at most. Once a
 * part is done, a later one that fails is reported row by row, and those after it are not sent.
 */
export async function inParts<Given extends Part>(
  parts: readonly Given[],
  send: (part: Given, at: number) => Promise<BulkResult[]>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const [at, part] of parts.entries()) {
    try {
      results.push(...(await send(part, at)));
    } catch (thrown) {
      if (at === 0) throw thrown;
      const { unreachable, message } = toApiError(thrown);
      const words = unreachable ? "We got no answer. Please look whether it was done." : message;
      const left = parts.slice(at + 1);
      const notSent = "Not sent: what went before it did not work.";
      results.push(...refusals([part], words), ...refusals(left, notSent));
      break;
    }
  }
  return results;
}

function refusals(parts: readonly Part[], words: string): BulkResult[] {
  return parts.flatMap(({ bookings }) =>
    bookings.map(({ booking_id }) => ({ id: booking_id, state: "refused" as const, words })),
  );
}

/** Moves pickups to a day, each by itself: what became of each. The office only. */
export function moveBookings(parts: readonly BulkMove[], key: string): Promise<BulkResult[]> {
  return inParts(parts, (part, at) =>
    again(() => commandOnce("move_bookings", part, `${key}-${at}`, undefined, PATIENCE_MS)),
  );
}

/** What cancelling each booking costs now, or why it cannot be. The office only. */
export function cancellationCosts(ids: string[]): Promise<CancellationCost[]> {
  return command("cancellation_costs", { ids });
}

/** Cancels bookings for one reason: what became of each. The office only. */
export function cancelBookings(parts: readonly BulkCancel[], key: string): Promise<BulkResult[]> {
  return inParts(parts, (part, at) =>
    again(() => commandOnce("cancel_bookings", part, `${key}-${at}`, undefined, PATIENCE_MS)),
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
