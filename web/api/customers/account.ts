import { authClient } from "@lib/auth/client";
import type { User } from "@supabase/auth-js";

export const accountKeys = {
  all: (userId: string) => ["account", userId] as const,
  user: (userId: string) => ["account", userId, "user"] as const,
  sessions: (userId: string) => ["account", userId, "sessions"] as const,
};

/**
 * The signed-in person's account as the server has it now: factors, identities, pending changes.
 * @throws the auth client's error.
 */
export async function ownAccount(): Promise<User> {
  const auth = await authClient();
  const { data, error } = await auth.getUser();
  if (error) throw error;
  return data.user;
}
