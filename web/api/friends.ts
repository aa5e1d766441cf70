import { command, type Rest, rest } from "@api/client";

/** One of those who share a bundle: a short name, and nothing else of them. */
export interface OneOf {
  /** null for the owner */
  id: string | null;
  name: string;
  owner: boolean;
  you: boolean;
}

/** What a month of a bundle costs the reader, before tax. */
export interface PossibleShare {
  name: string;
  items: string;
  monthly_cents: number;
  share_cents: number;
}

/** A bundle as one of those who share it sees it. */
export interface SharedPlan {
  booking_id: string;
  owner: boolean;
  /** whether friends may still join and leave */
  open: boolean;
  people: OneOf[];
  most_people: number;
  pickup_date: string | null;
  campus: string;
  /** null while the items are neither listed nor counted */
  share: {
    plan: string;
    counted: boolean;
    monthly_cents: number;
    share_cents: number;
    tax_cents: number;
  } | null;
  possible: PossibleShare[];
  /** the day on which the invitation ends, for its owner, where one works */
  invited_until: string | null;
}

/** An invitation, told once: the server keeps only its hash. */
export interface Invitation {
  token: string;
  link: string;
  invited_until: string;
}

export interface JoinPreview {
  state: "open" | "full" | "closed" | "expired" | "revoked";
  owner_name: string;
  campus: string;
  people: number;
  most_people: number;
  /** with the reader among them */
  possible: PossibleShare[];
}

/** One's own referrals, as counts: of the friends nothing is told. */
export interface Referrals {
  code: string;
  link: string;
  credit_cents: number;
  waiting: number;
  earned: number;
  used: number;
  left_cents: number;
}

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
