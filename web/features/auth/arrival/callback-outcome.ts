import { failureWords } from "@lib/auth/failure";
import { isStaff } from "@lib/auth/profile";
import type { SessionState } from "@lib/auth/session";

type Address = Pick<Location, "hash" | "search">;

/**
 * Why a mail link or another provider signed no one in. `elsewhere`: the link was good, and its
 * code is for the app or browser in which the person began.
 */
export interface CallbackProblem {
  kind: "expired" | "refused" | "elsewhere";
  code?: string;
}

/** What the person was doing: it tells where an arrival goes on. */
export type CallbackFlow = "email_change" | "link";

/** The problem that an address carries in its query or fragment; null when it carries none. */
export function callbackProblem(address: Address): CallbackProblem | null {
  const code = read(address, "error_code");
  if (code === "otp_expired") return { kind: "expired" };
  if (read(address, "error") || code || read(address, "error_description")) {
    return code ? { kind: "refused", code } : { kind: "refused" };
  }
  return read(address, "code") ? { kind: "elsewhere" } : null;
}

/** Whether this is the first half of an e-mail change: the other mailbox has yet to confirm. */
export function isHalfDone(address: Address): boolean {
  return Boolean(read(address, "message"));
}

/** The flow that returns here. */
export function callbackFlow({ search }: Pick<Location, "search">): CallbackFlow | null {
  const flow = new URLSearchParams(search).get("flow");
  return flow === "email_change" || flow === "link" ? flow : null;
}

/** The problem that a page was handed over by the callback. */
export function problemIn(state: unknown): CallbackProblem | null {
  const problem = (state as { problem?: CallbackProblem } | null)?.problem;
  return problem && ["expired", "refused", "elsewhere"].includes(problem.kind) ? problem : null;
}

/**
 * What to do next about a problem, in one or two sentences. Words that stand in the address
 * are never shown: anybody can write an address.
 */
export function problemAdvice({ kind, code }: CallbackProblem): string {
  if (kind === "expired") return "That link has expired or was used already.";
  if (kind === "elsewhere") {
    return "Your address is confirmed. Go back to the app or browser where you began, or sign in here.";
  }
  const generic = "Nothing was changed. Sign in below, or start over with a new link.";
  return failureWords(code ? { code } : {}, generic);
}

/** The dashboard of a signed-in person; null while the role cannot be read yet. */
export function landing(session: SessionState): string | null {
  if (session.status !== "signed-in") return null;
  if (isStaff(session.profile)) return "/admin-dashboard";
  return session.provisional ? null : "/customer-dashboard";
}

function read({ hash, search }: Address, key: string): string {
  const parts = [new URLSearchParams(hash.replace(/^#/, "")), new URLSearchParams(search)];
  return parts.map((part) => part.get(key)).find(Boolean) ?? "";
}
