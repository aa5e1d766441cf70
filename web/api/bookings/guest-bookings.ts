import { command, type Rest, rest } from "@api/client";
import type { GuestBooking, OwnGuestBooking } from "@api/commands.types";

export const guestBookingKeys = {
  one: (token: string) => ["guest-booking", token] as const,
  own: (userId: string) => ["guest-booking", "own", userId] as const,
};

/** What the link leads to; looking confirms nothing. */
export function guestBooking(token: string, via: Rest = rest()): Promise<GuestBooking> {
  return command("guest_booking", { token }, via);
}

/** Confirms the booking; one whose place went back by then stays cancelled. */
export function confirmGuestBooking(token: string, via: Rest = rest()): Promise<GuestBooking> {
  return command("confirm_guest_booking", { token }, via);
}

/** Cancels the booking free of charge; a confirmed one stays as it is. */
export function giveBackGuestBooking(token: string, via: Rest = rest()): Promise<GuestBooking> {
  return command("give_back_guest_booking", { token }, via);
}

/** Bookings that somebody made signed out with the user's own address. */
export function ownGuestBookings(via: Rest = rest()): Promise<OwnGuestBooking[]> {
  return command("own_guest_bookings", {}, via);
}

/** "This is mine": the booking becomes the account's. */
export function acceptGuestBooking(bookingId: string, via: Rest = rest()): Promise<undefined> {
  return command("accept_guest_booking", { booking_id: bookingId }, via);
}

/** "Not mine": the booking is cancelled free of charge. */
export function rejectGuestBooking(bookingId: string, via: Rest = rest()): Promise<undefined> {
  return command("reject_guest_booking", { booking_id: bookingId }, via);
}
