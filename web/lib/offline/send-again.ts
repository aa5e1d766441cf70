import { storedUser } from "@lib/auth/client";

const FIRST_MS = 1_000;
/** The longest waits: for a server that is away, and for one that refused. */
const AWAY_MS = 3_000;
const REFUSED_MS = 30_000;

/** What an `ApiError` says of a try that failed; `retryAfter` in seconds. */
export interface Failure {
  unreachable: boolean;
  passing: boolean;
  retryAfter: number;
}

/**
 * Milliseconds until unsent work is sent again after a failure and so many in a row before it: a
 * second and then twice as long each time, up to a bound, and not all devices in the same moment.
 * What the answer itself asked for counts up to half a minute; what was refused for what it says
 * waits as long.
 */
export function againAfter(
  failures: number,
  { unreachable, passing, retryAfter }: Failure,
): number {
  if (!passing) return REFUSED_MS;
  const longest = unreachable ? AWAY_MS : REFUSED_MS;
  const wait = Math.min(FIRST_MS * 2 ** failures, longest) * (0.5 + Math.random() / 2);
  return Math.max(wait, Math.min(retryAfter * 1_000, REFUSED_MS));
}

/**
 * Whether somebody else has signed in on this device since: under their session nothing of this
 * person's is sent, as the server would take it for theirs.
 */
export function isAnothersTurn(userId: string): boolean {
  const now = storedUser();
  return now !== undefined && now.id !== userId;
}
