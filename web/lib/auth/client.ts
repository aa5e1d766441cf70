import { fetchNotingWait } from "@lib/auth/rate-limit";
import { anonKey, authUrl } from "@lib/site/config";
import type { AuthClient, Session, User } from "@supabase/auth-js";

export type Auth = InstanceType<typeof AuthClient>;

/** The localStorage key of the main application's session. */
export const SESSION_STORAGE_KEY = "sb-summerstow-auth-token";

const opened = new Map<string, Promise<Auth>>();
const listeners = new Map<(auth: Auth) => void, string>();

/**
 * The auth client that keeps its session under `storageKey`, loaded at the first call.
 * The executive area passes a key of its own, so that its session is a session of its own.
 */
export function authClient(storageKey: string = SESSION_STORAGE_KEY): Promise<Auth> {
  const known = opened.get(storageKey);
  if (known) return known;
  const opening = open(storageKey);
  opened.set(storageKey, opening);
  opening.catch(() => opened.delete(storageKey));
  return opening;
}

async function open(storageKey: string): Promise<Auth> {
  const { AuthClient } = await import("@supabase/auth-js");
  const auth = new AuthClient({
    url: authUrl(),
    headers: { apikey: anonKey() },
    fetch: fetchNotingWait,
    storageKey,
    // A code signs its user in only in the browser where they began.
    flowType: "pkce",
    detectSessionInUrl: storageKey === SESSION_STORAGE_KEY,
  });
  for (const [listener, key] of listeners) if (key === storageKey) listener(auth);
  return auth;
}

/** Calls back when a client is first opened, the main one or another. Returns the way to stop. */
export function whenAuthOpens(
  listener: (auth: Auth) => void,
  storageKey: string = SESSION_STORAGE_KEY,
): () => void {
  listeners.set(listener, storageKey);
  return () => listeners.delete(listener);
}

/** Whether this browser keeps a session: known without loading the auth client. */
export function hasStoredSession(storageKey: string = SESSION_STORAGE_KEY): boolean {
  try {
    return window.localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

/** Whose session this browser keeps, whether its token still counts or not. */
export function storedUser(storageKey: string = SESSION_STORAGE_KEY): User | undefined {
  try {
    const session: { user?: User } | null = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    return session?.user;
  } catch {
    return undefined;
  }
}

/** A token that is over sooner is renewed first, which only the auth client does. */
const TOKEN_MARGIN_S = 120;

/**
 * The session that this browser keeps, if its token counts for some minutes by this device's clock;
 * null also once the client is open, which knows better.
 */
export function freshSession(storageKey: string = SESSION_STORAGE_KEY): Session | null {
  if (opened.has(storageKey)) return null;
  try {
    const session: Session | null = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    if (!session?.access_token || !session.user || !session.expires_at) return null;
    return session.expires_at - Date.now() / 1000 > TOKEN_MARGIN_S ? session : null;
  } catch {
    return null;
  }
}

/** Whether this address carries another provider's code, or a failure: the client looks at both. */
export function addressCarriesCode(location: Pick<Location, "hash" | "search">): boolean {
  return /[#?&](code|error_code|error_description)=/.test(location.hash + location.search);
}

/** A client that keeps its session to itself: whose a link is, is known before anybody is replaced. */
export async function passingClient(): Promise<Auth> {
  const { AuthClient } = await import("@supabase/auth-js");
  return new AuthClient({
    url: authUrl(),
    headers: { apikey: anonKey() },
    fetch: fetchNotingWait,
    storageKey: `${SESSION_STORAGE_KEY}-passing`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

/** How long a request waits for a new token. The client itself tries for half a minute. */
const TOKEN_PATIENCE_MS = 6_000;
const asking = new Map<string, Promise<string | null>>();

/**
 * The access token to send, refreshed if it is due; null when signed out.
 *
 * Without a signal an expired token is not renewed. All callers share one refresh, and none waits
 * long: a crew sees at once that its work is saved, even after an hour without a signal.
 * @throws when there is a session and it cannot be refreshed: a signed-in user never goes as anonymous.
 */
export function accessToken(storageKey: string = SESSION_STORAGE_KEY): Promise<string | null> {
  if (!opened.has(storageKey) && !hasStoredSession(storageKey)) return Promise.resolve(null);
  const running = asking.get(storageKey);
  const question = running ?? currentToken(storageKey).finally(() => asking.delete(storageKey));
  if (!running) asking.set(storageKey, question);
  return withinPatience(question);
}

async function currentToken(storageKey: string): Promise<string | null> {
  const fresh = freshSession(storageKey);
  if (fresh) return fresh.access_token;
  const auth = await authClient(storageKey);
  const { data, error } = await auth.getSession();
  if (error) throw error;
  return data.session?.access_token ?? null;
}

async function withinPatience(question: Promise<string | null>): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TypeError("The session was not renewed in time.")),
      TOKEN_PATIENCE_MS,
    );
  });
  try {
    return await Promise.race([question, over]);
  } finally {
    clearTimeout(timer);
  }
}

const renewals = new Map<string, Promise<string | null>>();

/**
 * The next access token, after the server refused this one: its hour was over by a clock that is
 * right, or its session was ended elsewhere. Null then, and all who follow the session hear of it;
 * null also while the server is away, which ends nothing.
 */
export function renewedToken(storageKey: string = SESSION_STORAGE_KEY): Promise<string | null> {
  const running = renewals.get(storageKey);
  if (running) return running;
  const renewal = renew(storageKey).finally(() => renewals.delete(storageKey));
  renewals.set(storageKey, renewal);
  return renewal;
}

async function renew(storageKey: string): Promise<string | null> {
  const auth = await authClient(storageKey);
  const { data, error } = await auth.refreshSession();
  // The client keeps a session that is over for as long as its last token has time left.
  if (error?.status === 400) await auth.signOut({ scope: "local" });
  return data.session?.access_token ?? null;
}
