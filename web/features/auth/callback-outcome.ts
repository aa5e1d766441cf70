import { isStaff } from "@lib/profile";
import type { SessionState } from "@lib/session";

/** Why a mail link or another provider brought nobody in. */
export type CallbackProblem = "expired" | "refused";

/** The problem that an address carries in its query or fragment; null when it carries none. */
export function callbackProblem({
  hash,
  search,
}: Pick<Location, "hash" | "search">): CallbackProblem | null {
  const parts = [new URLSearchParams(hash.replace(/^#/, "")), new URLSearchParams(search)];
  const read = (key: string) => parts.map((part) => part.get(key)).find(Boolean);
  if (read("error_code") === "otp_expired") return "expired";
  return read("error") || read("error_code") || read("error_description") ? "refused" : null;
}

/** What to do next about a problem, in one or two sentences. */
export const PROBLEM_ADVICE: Record<CallbackProblem, string> = {
  expired:
    "That link has expired or was used already. Sign in below: if your address still needs confirming, we send you a new link.",
  refused: "Nothing was changed. Sign in below, or start over with a new link.",
};

/** The dashboard of a signed-in person; null while the role cannot be read yet. */
export function landing(session: SessionState): string | null {
  if (session.status !== "signed-in") return null;
  if (isStaff(session.profile)) return "/admin-dashboard";
  return session.provisional ? null : "/customer-dashboard";
}
