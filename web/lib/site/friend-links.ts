/**
 * What a friend's link brought here, stored in this browser while its reader signs up, opens the
 * confirmation mail and books: a referral id, or an invitation to share a bundle.
 */
const REFERRAL = { key: "summerstow-referral", days: 30, shape: /^[A-Z0-9][A-Z0-9-]{1,31}$/ };
const INVITATION = { key: "summerstow-invitation", days: 2, shape: /^[\w-]{20,100}$/ };
const DAY_MS = 86_400_000;

type StoredLink = typeof REFERRAL;

/** Keeps the referral id that an address names, `/book?ref=SS-7K3QX`; the latest one counts. */
export function keepReferral(search: string, now = Date.now()): void {
  keep(REFERRAL, new URLSearchParams(search).get("ref")?.trim().toUpperCase() ?? "", now);
}

/** The referral id to book with, or null. One's own is none. */
export function readReferral(own: string | null = null, now = Date.now()): string | null {
  const code = read(REFERRAL, now);
  return code === own ? null : code;
}

export function forgetReferral(): void {
  forget(REFERRAL);
}

export function keepInvitation(token: string, now = Date.now()): void {
  keep(INVITATION, token, now);
}

/** The page of an invitation that waits for its reader to be signed in, or null. */
export function pendingInvitation(now = Date.now()): string | null {
  const token = read(INVITATION, now);
  return token ? `/join/${token}` : null;
}

export function forgetInvitation(): void {
  forget(INVITATION);
}

// A browser that keeps nothing (private windows, full storage) loses the link and nothing else.
function keep({ key, days, shape }: StoredLink, value: string, now: number): void {
  if (!shape.test(value)) return;
  try {
    localStorage.setItem(key, JSON.stringify({ value, until: now + days * DAY_MS }));
  } catch {}
}

function read({ key, shape }: StoredLink, now: number): string | null {
  try {
    const { value, until } = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<
      string,
      unknown
    >;
    const alive = typeof until === "number" && now < until;
    return alive && typeof value === "string" && shape.test(value) ? value : null;
  } catch {
    return null;
  }
}

function forget({ key }: StoredLink): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}
