import { useEffect } from "react";
import { unsentName, unsentRunName } from "./unsent-names";

/** Work that found no room in storage: it is lost with this page. */
const inMemory = new Set<string>();

/** Says whether a piece of work is in this page's memory alone. */
export function inMemoryOnly(key: string, alone: boolean): void {
  if (alone) inMemory.add(key);
  else inMemory.delete(key);
}

/** How much work is in memory alone. */
export function memoryOnlyCount(): number {
  return inMemory.size;
}

const listeners = new Set<() => void>();

/** Calls back when there is more or less unsent work. Returns the way to stop. */
export function onUnsentChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Unsent work was kept or acknowledged. */
export function unsentChanged(): void {
  for (const listener of listeners) listener();
}

/** Scans and photos, which lie in another store: how many, by person. */
const SCANS = "summerstow-scans:";

/** So many of a person's scans wait on this device. */
export function scansKept(userId: string, count: number): void {
  scans.set(userId, count);
  try {
    if (count > 0) localStorage.setItem(SCANS + userId, String(count));
    else localStorage.removeItem(SCANS + userId);
  } catch {
    // This page knows all the same.
  }
  unsentChanged();
}

const scans = new Map<string, number>();

function scanCount(userId: string): number {
  return scans.get(userId) ?? Number(localStorage.getItem(SCANS + userId) ?? 0);
}

/** How much of what this person recorded on this device the server has not acknowledged. */
export function unsentCount(userId: string): number {
  try {
    const own = [unsentName(userId, ""), unsentRunName(userId, "")];
    const kept = Object.keys(localStorage).filter((name) =>
      own.some((start) => name.startsWith(start)),
    );
    return kept.length + scanCount(userId) + inMemory.size;
  } catch {
    return (scans.get(userId) ?? 0) + inMemory.size;
  }
}

/**
 * Whether to sign this person out: asks where their unsent work would stay behind. Another's work on
 * a shared device stays there all the same, and is no question for them.
 */
export function mayLeave(userId: string | undefined): boolean {
  const count = userId ? unsentCount(userId) : 0;
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
      if (busy || unsentCount(userId) > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [busy, userId]);
}
