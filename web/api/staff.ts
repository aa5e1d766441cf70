import { command, type Rest, type Result, readCommand } from "@api/client";

export type StaffMember = Result<"staff_list">[number];
export type StaffRole = "worker" | "admin" | "executive";

/** Who works here, by role and name. Executives only, as all here. */
export function staffList(via: Rest): Promise<StaffMember[]> {
  return readCommand("staff_list", {}, via);
}

/** What a member of staff may do, where (none: at every campus) and until which day, "YYYY-MM-DD". */
export interface StaffTerms {
  role: StaffRole;
  campus_ids: number[];
  last_day: string | null;
}

/** Gives a person a role; without an account they are invited by mail. */
export function addStaff(
  member: { email: string; name: string } & StaffTerms,
  via: Rest,
): Promise<{ invited: boolean }> {
  return command("add_staff", member, via);
}

/** Mails the invitation again; refused with 409 for a member who has signed in already. */
export function inviteStaffAgain(userId: string, via: Rest): Promise<void> {
  return command("invite_staff_again", { user_id: userId }, via);
}

/** Another role, with which they sign in anew, campuses or last day; 409 for the last executive. */
export function changeStaff(userId: string, terms: StaffTerms, via: Rest): Promise<void> {
  return command("change_staff", { user_id: userId, ...terms }, via);
}

/** Takes the role away and ends every session; the last executive stays (409). */
export function removeStaff(userId: string, via: Rest): Promise<void> {
  return command("remove_staff", { user_id: userId }, via);
}

/** Removes second factors and recovery codes; answers how many there were. */
export function resetStaffFactors(userId: string, via: Rest): Promise<{ removed: number }> {
  return command("reset_staff_factors", { user_id: userId }, via);
}
