import { useEffect } from "react";

/** What names work in this device's storage that the server has not acknowledged. */
export const UNSENT = "summerstow-pickups:";

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

/** How much of what was recorded on this device the server has not acknowledged. */
export function unsentCount(): number {
  try {
    return (
      Object.keys(localStorage).filter((name) => name.startsWith(UNSENT)).length + inMemory.size
    );
  } catch {
    return inMemory.size;
  }
}

/** Whether to sign out: asks where unsent work would stay behind. */
export function mayLeave(): boolean {
  const count = unsentCount();
  if (count === 0) return true;
  const what = count === 1 ? "1 change is" : `${count} changes are`;
  return window.confirm(
    `${what} not sent yet. ${count === 1 ? "It stays" : "They stay"} on this device until you sign in here again. Sign out anyway?`,
  );
}

/** While `busy`, closing or reloading the page asks first, and so does unsent work. */
export function useCloseWarning(busy: boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (busy || unsentCount() > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [busy]);
}
