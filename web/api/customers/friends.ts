import { command, type Rest, type Result, readCommand, rest } from "@api/client";
import type {
  Invitation,
  JoinPreview,
  Referrals,
  SharedPlan,
  SharePeople,
} from "@api/commands.types";

export const friendKeys = {
  all: ["friends"] as const,
  plans: (userId: string) => ["friends", "plans", userId] as const,
  link: (bookingId: string) => ["friends", "link", bookingId] as const,
  preview: (token: string) => ["friends", "preview", token] as const,
  ofBooking: (bookingId: string) => ["friends", "booking", bookingId] as const,
  referrals: (userId: string) => ["friends", "referrals", userId] as const,
};

/** One's bundles: of the booking in use, and those of friends that one shares. */
export function sharedPlans(via: Rest = rest()): Promise<SharedPlan[]> {
  return command("shared_plan", {}, via);
}

/** A new invitation; the link before it leads nowhere any more. */
export function inviteFriends(bookingId: string, via: Rest = rest()): Promise<Invitation> {
  return command("invite_friends", { booking_id: bookingId }, via);
}

export function revokeInvite(bookingId: string, via: Rest = rest()): Promise<SharedPlan> {
  return command("revoke_invite", { booking_id: bookingId }, via);
}

/** What a link invites to; 404 for one that never was. */
export function joinPreview(token: string, via: Rest = rest()): Promise<JoinPreview> {
  return command("join_preview", { token }, via);
}

/** Joins; the same again changes nothing. Refused with 409 and the reason in words. */
export function acceptInvite(token: string, via: Rest = rest()): Promise<SharedPlan> {
  return command("accept_invite", { token }, via);
}

/** Where in the owner's building the crew picks up one's items; null: one brings them to the owner. */
export function chooseRoom(
  bookingId: string,
  room: string | null,
  via: Rest = rest(),
): Promise<SharedPlan> {
  return command("choose_room", { booking_id: bookingId, room }, via);
}

/** Who is at the door for a friend and who pays their share. */
export function nameSharePeople(
  bookingId: string,
  people: SharePeople,
  via: Rest = rest(),
): Promise<SharedPlan> {
  return command("name_share_people", { booking_id: bookingId, ...people }, via);
}

/** Friends who share a booking's bundle, as staff read them. */
export function bookingFriends(
  bookingId: string,
  via: Rest = rest(),
): Promise<Result<"booking_friends">> {
  return readCommand("booking_friends", { booking_id: bookingId }, via);
}

export function leaveSharedPlan(bookingId: string, via: Rest = rest()): Promise<void> {
  return command("leave_shared_plan", { booking_id: bookingId }, via);
}

export function removeFriend(
  bookingId: string,
  memberId: string,
  via: Rest = rest(),
): Promise<SharedPlan> {
  return command("remove_friend", { booking_id: bookingId, member_id: memberId }, via);
}

export function myReferrals(via: Rest = rest()): Promise<Referrals> {
  return command("my_referrals", {}, via);
}
