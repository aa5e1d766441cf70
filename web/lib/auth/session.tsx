import { awaitsSecondFactor } from "@lib/auth/assurance";
import {
  type Auth,
  addressCarriesCode,
  authClient,
  freshSession,
  hasStoredSession,
  renewedToken,
  SESSION_STORAGE_KEY,
  storedUser,
  whenAuthOpens,
} from "@lib/auth/client";
import { lookUpProfile, type Profile, profileOfRow, profileOfUser } from "@lib/auth/profile";
import { firstScreen } from "@lib/browser/first-screen";
import { mayHaveKept } from "@lib/offline/kept-hint";
import { mayBeTold } from "@lib/push/told-hint";
import type { AuthChangeEvent, Session, User } from "@supabase/auth-js";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/**
 * Who is signed in. `loading` lasts until session and profile are resolved.
 * `second-factor`: the password was right, and the account's second step is still to come.
 * `provisional`: the server could not be reached, so that the session is still open (loading)
 * or the profile is derived from the account (signed-in). It is read again until the server answers.
 */
export type SessionState =
  | { status: "loading"; user: null; profile: null; provisional: boolean }
  | { status: "signed-out"; user: null; profile: null; provisional: false }
  | { status: "second-factor"; user: User; profile: null; provisional: false }
  | { status: "signed-in"; user: User; profile: Profile; provisional: boolean };

const NO_USER = { user: null, profile: null, provisional: false } as const;
const LOADING: SessionState = { ...NO_USER, status: "loading" };
const SIGNED_OUT: SessionState = { ...NO_USER, status: "signed-out" };
const OUT_OF_REACH: SessionState = { ...NO_USER, status: "loading", provisional: true };
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

const SessionContext = createContext<SessionState>(LOADING);

/**
 * Follows the one auth client, which is loaded only where a session is or may come to be, and after
 * the first screen if the stored token is valid until then.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(LOADING);

  useEffect(() => follow(setState, SESSION_STORAGE_KEY), []);

  return <SessionContext value={state}>{children}</SessionContext>;
}

/** Session and profile of the person in front of the screen. */
export function useSession(): SessionState {
  return useContext(SessionContext);
}

/** The session under another key: an area of its own, such as the executives'. */
export function useSessionUnder(storageKey: string): SessionState {
  const [state, setState] = useState<SessionState>(LOADING);

  useEffect(() => follow(setState, storageKey), [storageKey]);

  return state;
}

/**
 * Ends this device's session; the others have their place in the account's settings. A failure is
 * logged, never shown.
 */
export async function signOut(): Promise<void> {
  try {
    const auth = await authClient();
    const { error } = await auth.signOut({ scope: "local" });
    if (error) console.error("Sign-out failed:", error);
  } catch (error) {
    console.error("Sign-out failed:", error);
  }
  await forgetDay();
  if (mayBeTold()) await (await import("@lib/push/push")).unsubscribeFromPush();
}

/** A crew's device keeps nothing of the day for its next user. */
async function forgetDay(): Promise<void> {
  if (mayHaveKept()) await (await import("@lib/offline/kept-store")).forgetKept();
}

type SetState = (next: SessionState | ((now: SessionState) => SessionState)) => void;

function follow(setState: SetState, storageKey: string): () => void {
  let stopped = false;
  let stopAuth: (() => void) | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;
  let token: string | undefined;
  /** The profile from this device's cache, until the server has confirmed it. */
  let cachedProfile: Profile | undefined;

  function settle(event: AuthChangeEvent, session: Session | null): void {
    // The client repeats itself when a tab comes back; the same token is the same person.
    if (session && session.access_token === token && event !== "USER_UPDATED") return;
    token = session?.access_token;
    turn += 1;
    clearTimeout(retry);
    if (session) void resolveProfile(session, turn, FIRST_RETRY_MS);
    else if (hasStoredSession(storageKey)) waitForSession(turn, FIRST_RETRY_MS);
    else signedOut();
  }

  function signedOut(): void {
    setState(SIGNED_OUT);
    if (storageKey === SESSION_STORAGE_KEY) void forgetDay();
  }

  /** Who works here opens their day at once, with a signal or not: this device knows who they are. */
  async function openCachedProfile(): Promise<void> {
    const user = storedUser(storageKey);
    if (!user || storageKey !== SESSION_STORAGE_KEY || !mayHaveKept()) return;
    const { keptOnDevice } = await import("@lib/offline/kept-store");
    const profile = (await keptOnDevice(user.id)).get("profile")?.value as Profile | undefined;
    if (!profile || stopped) return;
    cachedProfile = profile;
    // No message of an unreachable server before it is known to be.
    setState((now) =>
      now.status === "loading" || now.provisional
        ? { status: "signed-in", user, profile, provisional: now.provisional }
        : now,
    );
  }

  /** A stored session that could not be refreshed for now is no sign-out. */
  function waitForSession(mine: number, delay: number): void {
    setState((now) => {
      if (now.status !== "signed-in") return OUT_OF_REACH;
      return now.profile === cachedProfile ? { ...now, provisional: true } : now;
    });
    retry = setTimeout(() => void again(mine, delay), delay);
  }

  async function resolveProfile(session: Session, mine: number, delay: number): Promise<void> {
    const { user } = session;
    if (awaitsSecondFactor(session)) {
      setState({ ...NO_USER, status: "second-factor", user });
      return;
    }
    const lookup = await lookUpProfile(user.id, session.access_token);
    if (stopped || mine !== turn) return;
    if (lookup.kind === "signed-out") {
      // Ended from another device, or its hour is over by the server's clock: the client then has
      // dropped the session or has the next token, and says so.
      const next = await renewedToken(storageKey);
      if (stopped || mine !== turn || next || !hasStoredSession(storageKey)) return;
    }
    if (lookup.kind === "row" || lookup.kind === "none") {
      const profile = lookup.kind === "row" ? profileOfRow(lookup.row) : profileOfUser(user);
      setState({ status: "signed-in", user, profile, provisional: false });
      return;
    }
    setState((now) =>
      now.status === "signed-in" && now.user.id === user.id
        ? { ...now, user, provisional: now.provisional || now.profile === cachedProfile }
        : { status: "signed-in", user, profile: profileOfUser(user), provisional: true },
    );
    retry = setTimeout(() => void again(mine, delay), delay);
  }

  async function again(mine: number, delay: number): Promise<void> {
    const auth = await authClient(storageKey);
    const { data } = await auth.getSession();
    if (stopped || mine !== turn) return;
    const later = Math.min(delay * 2, LAST_RETRY_MS);
    if (data.session) await resolveProfile(data.session, mine, later);
    else if (hasStoredSession(storageKey)) waitForSession(mine, later);
    else signedOut();
  }

  function subscribe(auth: Auth): void {
    if (stopAuth || stopped) return;
    const { data } = auth.onAuthStateChange((event, session) => {
      // The client waits for its listeners: everything that asks the server happens after it.
      setTimeout(() => !stopped && settle(event, session), 0);
    });
    stopAuth = () => data.subscription.unsubscribe();
  }

  function open(delay = FIRST_RETRY_MS): void {
    clearTimeout(opening);
    authClient(storageKey).then(subscribe, (error: unknown) => {
      console.error("The accounts client could not be loaded:", error);
      if (stopped) return;
      if (!hasStoredSession(storageKey)) {
        setState(SIGNED_OUT);
        return;
      }
      // Without a signal its code does not come: that ends no session.
      setState((now) => (now.status === "signed-in" ? now : OUT_OF_REACH));
      opening = setTimeout(() => open(Math.min(delay * 2, LAST_RETRY_MS)), delay);
    });
  }

  /** Another page signed in or out; once the client is open, it hears of that by itself. */
  function changedElsewhere(event: StorageEvent): void {
    if (event.key === storageKey && !stopAuth) open();
  }

  const stopWaiting = whenAuthOpens(subscribe, storageKey);
  window.addEventListener("storage", changedElsewhere);
  const inAddress = storageKey === SESSION_STORAGE_KEY && addressCarriesCode(window.location);
  if (hasStoredSession(storageKey) || inAddress) {
    void openCachedProfile();
    const fresh = inAddress ? null : freshSession(storageKey);
    if (fresh) {
      settle("INITIAL_SESSION", fresh);
      void firstScreen().then(() => !stopped && open());
    } else open();
  } else signedOut();

  return () => {
    stopped = true;
    clearTimeout(retry);
    clearTimeout(opening);
    stopWaiting();
    stopAuth?.();
    window.removeEventListener("storage", changedElsewhere);
  };
}
