import { isOffice, type Profile } from "@lib/auth/profile";
import { asksStaffSecondFactor } from "@lib/site/config";
import type { Session, User } from "@supabase/auth-js";

/**
 * Whether the account behind this session has a second factor that the session has not shown yet
 * (the client's nextLevel aal2, currentLevel aal1), known without a request to the server.
 */
export function awaitsSecondFactor(session: Pick<Session, "access_token" | "user">): boolean {
  return hasSecondFactor(session.user) && claimsOf(session.access_token).aal !== "aal2";
}

/** Whether an office user has to set up a second factor before their role counts. */
export function needsSecondFactor(
  user: Pick<User, "factors">,
  profile: Pick<Profile, "role">,
): boolean {
  return asksStaffSecondFactor() && isOffice(profile) && !hasSecondFactor(user);
}

function hasSecondFactor({ factors }: Pick<User, "factors">): boolean {
  return factors?.some(({ status }) => status === "verified") ?? false;
}

/** The claims of an access token, unverified: for what to show, never for what is allowed. */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, "+").replace(/_/g, "/")), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
