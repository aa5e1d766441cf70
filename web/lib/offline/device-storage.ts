/**
 * Whether the browser has promised to delete nothing that this device keeps. Without the promise it
 * may delete unsent work when the device runs out of space (rule: storage-refused).
 */
export type Persistence = "unknown" | "granted" | "refused";

let persistence: Persistence = "unknown";
let requested = false;
const listeners = new Set<() => void>();

/** Asks for the promise, once a page; called when the first unsent work is kept. */
export function requestPersistence(): void {
  if (requested) return;
  requested = true;
  void ask().then((granted) => {
    persistence = granted ? "granted" : "refused";
    for (const listener of listeners) listener();
  });
}

async function ask(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}

/** The browser's answer. */
export function storagePersistence(): Persistence {
  return persistence;
}

/** Calls back once the browser has answered. Returns the function that stops it. */
export function onPersistence(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
