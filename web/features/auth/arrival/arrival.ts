import { authClient, passingClient } from "@lib/auth/client";
import type { EmailOtpType, Session } from "@supabase/auth-js";
import { type CallbackProblem, callbackProblem } from "./callback-outcome";

/** What a link brings in the address: the hash of a mail's link, or a whole session. */
export type Arrival =
  | { kind: "link"; tokenHash: string; type: EmailOtpType }
  | { kind: "session"; accessToken: string; refreshToken: string };

/** The outcome. `ask`: another person is signed in here, and decides. */
export type Outcome =
  | { status: "done"; userId: string }
  | { status: "half" }
  | { status: "ask"; session: Session; current: string }
  | { status: "failed"; problem: CallbackProblem }
  | { status: "unreachable" };

const TYPES = ["signup", "invite", "magiclink", "recovery", "email_change", "email"] as const;

/** What this address brings; null for any other address. */
export function arrivalIn({ hash, search }: Pick<Location, "hash" | "search">): Arrival | null {
  const query = new URLSearchParams(search);
  const tokenHash = query.get("token_hash");
  const type = TYPES.find((one) => one === query.get("type"));
  if (tokenHash && type) return { kind: "link", tokenHash, type };
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const accessToken = fragment.get("access_token");
  const refreshToken = fragment.get("refresh_token");
  if (accessToken && refreshToken) return { kind: "session", accessToken, refreshToken };
  return null;
}

const outcomes = new Map<string, Promise<Outcome>>();

/**
 * Uses up what the address brings, once however often it is called. A signed-in user is replaced by
 * another only after they agree.
 */
export function takeUp(arrival: Arrival): Promise<Outcome> {
  const key = arrival.kind === "link" ? arrival.tokenHash : arrival.accessToken;
  const running = outcomes.get(key);
  if (running) return running;
  const outcome = use(arrival).catch((error: unknown): Outcome => {
    console.error("A link could not be followed:", error);
    return { status: "failed", problem: { kind: "refused" } };
  });
  outcomes.set(key, outcome);
  return outcome;
}

/** Signs this session's user in, in place of any other. */
export async function enter(session: Session): Promise<void> {
  const auth = await authClient();
  const { error } = await auth.setSession(session);
  if (error) throw error;
}

/** Ends a declined session. */
export async function leaveUnused({ access_token, refresh_token }: Session): Promise<void> {
  const passing = await passingClient();
  await passing.setSession({ access_token, refresh_token });
  await passing.signOut({ scope: "local" });
}

async function use(arrival: Arrival): Promise<Outcome> {
  const passing = await passingClient();
  const { data, error } =
    arrival.kind === "link"
      ? await passing.verifyOtp({ token_hash: arrival.tokenHash, type: arrival.type })
      : await passing.setSession({
          access_token: arrival.accessToken,
          refresh_token: arrival.refreshToken,
        });
  if (error?.name === "AuthRetryableFetchError") return { status: "unreachable" };
  if (error) return { status: "failed", problem: problemOf(error.code) };
  const { session } = data;
  if (!session) return { status: "half" };
  const auth = await authClient();
  const current = (await auth.getSession()).data.session;
  if (current && current.user.id !== session.user.id) {
    return { status: "ask", session, current: current.user.email || "another account" };
  }
  await enter(session);
  return { status: "done", userId: session.user.id };
}

function problemOf(code: string | undefined): CallbackProblem {
  const search = new URLSearchParams({ error: "refused", ...(code ? { error_code: code } : {}) });
  return callbackProblem({ hash: "", search: `?${search}` }) ?? { kind: "refused" };
}
