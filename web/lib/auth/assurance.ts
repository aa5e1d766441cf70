import type { Session } from "@supabase/auth-js";

/**
 * Whether the account behind this session has a second factor that the session has not shown yet
 * (the client's nextLevel aal2, currentLevel aal1), told without asking the server.
 */
export function awaitsSecondFactor(session: Pick<Session, "access_token" | "user">): boolean {
  const verified = session.user.factors?.some(({ status }) => status === "verified") ?? false;
  return verified && claimsOf(session.access_token).aal !== "aal2";
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
