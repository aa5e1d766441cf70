import { command, type Rest, rest } from "@api/client";
import type { GuestBooking } from "@api/commands.types";

export const guestBookingKeys = {
  one: (token: string) => ["guest-booking", token] as const,
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
