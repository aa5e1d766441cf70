import { dataOf, type Rest, rest } from "@api/client";

/** A place where one is signed in. Times are ISO 8601, UTC. */
export interface OwnSession {
  id: string;
  created_at: string;
  /** null until its token was refreshed for the first time */
  refreshed_at: string | null;
  user_agent: string | null;
  ip: string | null;
  aal: "aal1" | "aal2";
  /** the one that asks */
  current: boolean;
}

/** Everywhere one is signed in. */
export async function ownSessions(via: Rest = rest()): Promise<OwnSession[]> {
  return (await dataOf<unknown>(via.rpc("my_sessions", {}))) as OwnSession[];
}

/** Signs one of one's own devices out. */
export async function endSession(id: string, via: Rest = rest()): Promise<void> {
  await dataOf<unknown>(via.rpc("end_session", { session_id: id }));
}
