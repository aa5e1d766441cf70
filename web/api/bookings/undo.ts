import { type Arguments, command, type Rest, type Result, rest } from "@api/client";
import { commandOnce } from "@api/once";

/** A booking's last change, while it can be undone. */
export type UndoableChange = NonNullable<Result<"undoable_change">>;

// Below the bookings' key, so that any change of a booking reads them again.
export const undoKeys = {
  of: (bookingId: string) => ["bookings", "undo", bookingId] as const,
};

/** The last change of a booking; null: there is none that the caller can undo now. */
export function undoableChange(
  bookingId: string,
  via: Rest = rest(),
): Promise<Result<"undoable_change">> {
  return command("undoable_change", { booking_id: bookingId }, via);
}

/** Undoes the change that left a booking as it was `seen`, once under this key. */
export function undoChange(
  change: Arguments<"undo_change">,
  key: string,
  via: Rest = rest(),
): Promise<Result<"undo_change">> {
  return commandOnce("undo_change", change, key, via);
}
