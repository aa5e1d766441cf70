import { command, type Rest, rest } from "@api/client";
import type { Invitation, JoinPreview, Referrals, SharedPlan } from "@api/commands.types";

export const friendKeys = {
  plans: (userId: string) => ["friends", "plans", userId] as const,
  link: (bookingId: string) => ["friends", "link", bookingId] as const,
  preview: (token: string) => ["friends", "preview", token] as const,
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
