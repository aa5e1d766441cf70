import { type Arguments, command, type Rest, type Result, readCommand, rest } from "@api/client";
import { commandOnce } from "@api/once";

// Below the bookings' key, so that any change of a booking reads them again.
export const recordKeys = {
  notes: (bookingId: string) => ["bookings", "notes", bookingId] as const,
  invitation: (bookingId: string) => ["bookings", "invitation", bookingId] as const,
};

/** Notes and messages of a booking, the newest first. Staff only. */
export function bookingNotes(
  bookingId: string,
  via: Rest = rest(),
): Promise<Result<"booking_notes">> {
  return readCommand("booking_notes", { booking_id: bookingId }, via);
}

/** Keeps a note for colleagues. Staff only. */
export function addNote(
  given: Arguments<"add_booking_note">,
  key: string,
): Promise<Result<"add_booking_note">> {
  return commandOnce("add_booking_note", given, key);
}

/** Mails the customer, once under this key. The office only. */
export function messageCustomer(
  given: Arguments<"message_customer">,
  key: string,
): Promise<Result<"message_customer">> {
  return commandOnce("message_customer", given, key);
}

/** Takes a guest's word by phone: the place is kept. The office only. */
export function confirmForGuest(bookingId: string): Promise<Result<"confirm_for_guest">> {
  return command("confirm_for_guest", { booking_id: bookingId });
}

/** Whether a booking's customer was invited to an account, and accepted. Staff only. */
export function accountInvitation(bookingId: string): Promise<Result<"account_invitation">> {
  return readCommand("account_invitation", { booking_id: bookingId });
}

/** Mails a new link, once under this key; the one before ends. Staff only. */
export function sendInvitation(
  given: Arguments<"send_invitation">,
  key: string,
): Promise<Result<"send_invitation">> {
  return commandOnce("send_invitation", given, key);
}

/** What signs in once who has the link of an invitation. @throws ApiError 404 where it is over. */
export function acceptInvitation(token: string): Promise<Result<"accept_invitation">> {
  return command("accept_invitation", { token });
}

export type CallerForm = Arguments<"book_for_caller">;

/** Books for somebody who rings up, once under this key. Staff only. */
export function bookForCaller(given: CallerForm, key: string): Promise<Result<"book_for_caller">> {
  return commandOnce("book_for_caller", given, key);
}

/** Cancels at any stage, free of charge and with a reason. Executives only. */
export function cancelWithoutFee(
  given: Arguments<"cancel_without_fee">,
  via: Rest = rest(),
): Promise<Result<"cancel_without_fee">> {
  return command("cancel_without_fee", given, via);
}
