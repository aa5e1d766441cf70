import { dataOf, type Rest, rest } from "@api/client";
import type { OwnSession } from "@api/commands.types";

/** Everywhere one is signed in. */
export async function ownSessions(via: Rest = rest()): Promise<OwnSession[]> {
  return (await dataOf<unknown>(via.rpc("my_sessions", {}))) as OwnSession[];
}

/** Signs one of one's own devices out. */
export async function endSession(id: string, via: Rest = rest()): Promise<void> {
  await dataOf<unknown>(via.rpc("end_session", { session_id: id }));
}
