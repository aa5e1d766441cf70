import { useEffect } from "react";
import { countStoredEntries } from "./outbox-count";

/** A store that does not answer holds up no sign-out. */
const LONGEST_WAIT_MS = 1_000;

/** Unsent entries on the disk, by person, as far as this page knows. */
const kept = new Map<string, number>();
/** Entries that could not be written: they are lost with this page. */
let memoryOnly = 0;
/** Entries that are not on the disk yet. */
let writing = 0;
const listeners = new Set<() => void>();

/** Calls back when there is more or less unsent work. Returns the function that stops it. */
export function onUnsentChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the outbox holds that the server has not acknowledged. */
export interface Unsent {
  /** entries on the disk, by person */
  kept: ReadonlyMap<string, number>;
  memoryOnly: number;
  writing: number;
}

/** The outbox says what is unsent. */
export function setUnsent(next: Unsent): void {
  for (const [userId, count] of next.kept) kept.set(userId, count);
  ({ memoryOnly, writing } = next);
  for (const listener of listeners) listener();
}

/** How much work is in memory only. */
export function memoryOnlyCount(): number {
  return memoryOnly;
}

/** How much of what this person recorded on this device is unsent, without what is being written. */
export function unsentCount(userId: string): number {
  return (kept.get(userId) ?? 0) + memoryOnly;
}

/** Whether this page must not be left: work is unsent, or is being written. */
export function hasUnsentWork(userId: string): boolean {
  return writing > 0 || unsentCount(userId) > 0;
}

/** Counts what earlier pages left unsent, on a page that has not loaded the outbox. */
export async function countUnsent(userId: string): Promise<void> {
  if (kept.has(userId)) return;
  const stored = await countStoredEntries(userId);
  if (!kept.has(userId)) setUnsent({ kept: new Map([[userId, stored]]), memoryOnly, writing });
}

/**
 * Whether to sign this person out: asks if their unsent work would stay behind, another tab's too.
 * Another person's work on a shared device stays there all the same, and is no question for them.
 */
export async function mayLeave(userId: string | undefined): Promise<boolean> {
  if (!userId) return true;
  const limit = new Promise<number>((done) => setTimeout(done, LONGEST_WAIT_MS, 0));
  const stored = await Promise.race([countStoredEntries(userId), limit]);
  const count = Math.max(stored, kept.get(userId) ?? 0) + memoryOnly + writing;
  if (count === 0) return true;
  const what = count === 1 ? "1 change is" : `${count} changes are`;
  return window.confirm(
    `${what} not sent yet. ${count === 1 ? "It stays" : "They stay"} on this device until you sign in here again. Sign out anyway?`,
  );
}

/** While `busy`, closing or reloading the page asks first, and so does this person's unsent work. */
export function useCloseWarning(busy: boolean, userId: string): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (busy || hasUnsentWork(userId)) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [busy, userId]);
}
