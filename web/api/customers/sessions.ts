import { command, type Rest, rest } from "@api/client";
import type { OwnSession } from "@api/commands.types";

/** Everywhere one is signed in. */
export function ownSessions(via: Rest = rest()): Promise<OwnSession[]> {
  return command("my_sessions", {}, via);
}

/** Signs one of one's own devices out. */
export function endSession(id: string, via: Rest = rest()): Promise<void> {
  return command("end_session", { session_id: id }, via);
}

/** Signs a member of the staff out on every device. Executives only. */
export function endStaffSessions(userId: string, via: Rest): Promise<{ ended: number }> {
  return command("end_staff_sessions", { user_id: userId }, via);
}
