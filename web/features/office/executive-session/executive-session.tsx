import { rest } from "@api/client";
import { type DataSession, DataSessionContext } from "@features/office/data-session";
import { needsSecondFactor } from "@lib/auth/assurance";
import { authClient, hasStoredSession } from "@lib/auth/client";
import { isExecutive, type Profile } from "@lib/auth/profile";
import { type SessionState, useSessionUnder } from "@lib/auth/session";
import type { User } from "@supabase/auth-js";
import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";

/** Where the executive area keeps its session: one of its own, apart from the main one. */
export const EXECUTIVE_SESSION = "sb-summerstow-executive-auth-token";

/** What the area has read stands under this key, and goes with its session. */
const EXECUTIVE_DATA = ["executive"] as const;

/**
 * Why a visitor is not signed in: `denied` is no executive, `ended` had a session that the server closed (24
 * hours), `no-factor` has to set up a second step first.
 */
export type ExecutiveRefusal = "denied" | "ended" | "no-factor";

/** Who is in the executive area, and why they are not; signed out here: null. */
export type ExecutiveState =
  | { status: "loading"; unreachable: boolean }
  | { status: "signed-out"; why: ExecutiveRefusal | null }
  | { status: "second-factor"; user: User }
  | { status: "in"; profile: Profile };

interface Executive {
  state: ExecutiveState;
  /** Ends this session and no other. A failure is only logged. */
  leave: () => Promise<void>;
  /** Forgets why the last session ended, for a new attempt. */
  forget: () => void;
}

const ExecutiveContext = createContext<Executive | null>(null);

/** The executive area's session, and how to end it. */
export function useExecutive(): Executive {
  const known = useContext(ExecutiveContext);
  if (!known) throw new Error("useExecutive is for pages of the executive area");
  return known;
}

/** Follows the area's own session; a user who is no executive is signed out of it again. */
export function ExecutiveProvider({ children }: { children: ReactNode }) {
  const session = useSessionUnder(EXECUTIVE_SESSION);
  const queries = useQueryClient();
  const [why, setWhy] = useState<ExecutiveRefusal | null>(null);
  const held = useRef(hasStoredSession(EXECUTIVE_SESSION));
  const leaving = useRef(false);

  const leave = useCallback(async () => {
    leaving.current = true;
    await endSession();
  }, []);
  const forget = useCallback(() => setWhy(null), []);
  const data = useMemo<DataSession>(
    () => ({
      via: rest(EXECUTIVE_SESSION),
      storageKey: EXECUTIVE_SESSION,
      cacheKey: EXECUTIVE_DATA,
      recheck: endIfRefused,
    }),
    [],
  );

  // A role that could not be read is no refusal.
  const refused = refusalOf(session);

  useEffect(() => {
    if (!refused) return;
    setWhy(refused);
    void leave();
  }, [refused, leave]);

  useEffect(() => {
    if (session.status === "signed-in") held.current = true;
    if (session.status !== "signed-out") return;
    if (held.current && !leaving.current) setWhy("ended");
    held.current = false;
    leaving.current = false;
    queries.removeQueries({ queryKey: EXECUTIVE_DATA });
  }, [session.status, queries]);

  const value = useMemo(
    () => ({ state: stateOf(session, why), leave, forget }),
    [session, why, leave, forget],
  );
  return (
    <ExecutiveContext value={value}>
      <DataSessionContext value={data}>{children}</DataSessionContext>
    </ExecutiveContext>
  );
}

function refusalOf(session: SessionState): ExecutiveRefusal | null {
  if (session.status !== "signed-in" || session.provisional) return null;
  if (!isExecutive(session.profile)) return "denied";
  return needsSecondFactor(session.user, session.profile) ? "no-factor" : null;
}

function stateOf(session: SessionState, why: ExecutiveRefusal | null): ExecutiveState {
  if (session.status === "second-factor") return { status: "second-factor", user: session.user };
  if (session.status === "loading") return { status: "loading", unreachable: session.provisional };
  if (session.status === "signed-out") return { status: "signed-out", why };
  if (isExecutive(session.profile) && !needsSecondFactor(session.user, session.profile))
    return { status: "in", profile: session.profile };
  if (session.provisional) return { status: "loading", unreachable: true };
  return { status: "signed-out", why };
}

/** Ends the session here where the server says that it counts no more. */
async function endIfRefused(): Promise<void> {
  const { error } = await (await authClient(EXECUTIVE_SESSION)).getUser();
  if (error && (error.status === 401 || error.status === 403)) await endSession();
}

async function endSession(): Promise<void> {
  try {
    const auth = await authClient(EXECUTIVE_SESSION);
    const { error } = await auth.signOut({ scope: "local" });
    if (error) console.error("Sign-out failed:", error);
  } catch (error) {
    console.error("Sign-out failed:", error);
  }
}
