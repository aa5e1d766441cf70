import { command, type Rest, type Result, readCommand } from "@api/client";

export type StaffMember = Result<"staff_list">[number];
export type StaffRole = "worker" | "admin" | "executive";

/** Who works here, by role and name. Executives only, as all here. */
export function staffList(via: Rest): Promise<StaffMember[]> {
  return readCommand("staff_list", {}, via);
}

/** Gives a person a role; without an account they are invited by mail. */
export function addStaff(
  member: { email: string; name: string; role: StaffRole },
  via: Rest,
): Promise<{ invited: boolean }> {
  return command("add_staff", member, via);
}

/** Mails the invitation again; refused with 409 for a member who has signed in already. */
export function inviteStaffAgain(userId: string, via: Rest): Promise<void> {
  return command("invite_staff_again", { user_id: userId }, via);
}

/** Another role, with which they sign in anew; the last executive keeps theirs (409). */
export function setStaffRole(userId: string, role: StaffRole, via: Rest): Promise<void> {
  return command("set_staff_role", { user_id: userId, role }, via);
}

/** Takes the role away and ends every session; the last executive stays (409). */
export function removeStaff(userId: string, via: Rest): Promise<void> {
  return command("remove_staff", { user_id: userId }, via);
}

/** Removes second factors and recovery codes; answers how many there were. */
export function resetStaffFactors(userId: string, via: Rest): Promise<{ removed: number }> {
  return command("reset_staff_factors", { user_id: userId }, via);
}
