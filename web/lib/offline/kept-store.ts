import { type DBSchema, deleteDB, openDB } from "idb";
import { KEPT_HINT } from "./kept-hint";

/** What a crew's device keeps of a working day so that its page opens without a signal. */
interface KeptStore extends DBSchema {
  kept: {
    key: string;
    /** `at`: when the server said so, in milliseconds since 1970 by this device's clock */
    value: { userId: string; at: number; value: unknown };
  };
}

const DATABASE = "summerstow-crew";
/** A working day; nothing older is shown. */
const LONGEST_MS = 18 * 60 * 60 * 1000;

export interface Kept {
  at: number;
  value: unknown;
}

/** Keeps these for this person, by name; without room or storage they are not kept. */
export async function keepOnDevice(
  userId: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  try {
    const store = await open();
    const writing = store.transaction("kept", "readwrite");
    const at = Date.now();
    for (const [name, value] of Object.entries(values))
      void writing.store.put({ userId, at, value }, name);
    await writing.done;
    store.close();
    localStorage.setItem(KEPT_HINT, "");
  } catch {
    // The page works as before, with a signal.
  }
}

/** What was kept for this person, by name. What is too old goes, and with another's everything. */
export async function keptOnDevice(userId: string): Promise<Map<string, Kept>> {
  try {
    const store = await open();
    const [names, found] = await Promise.all([store.getAllKeys("kept"), store.getAll("kept")]);
    const fresh = new Map<string, Kept>();
    for (const [index, name] of names.entries()) {
      const one = found[index];
      if (one && Math.abs(Date.now() - one.at) < LONGEST_MS) fresh.set(name, one);
      else await store.delete("kept", name);
    }
    store.close();
    if (found.every((one) => one.userId === userId)) return fresh;
    await forgetKept();
  } catch {
    // Nothing is kept, then.
  }
  return new Map();
}

/** Takes everything kept off this device: somebody signed out, or another person works with it. */
export async function forgetKept(): Promise<void> {
  try {
    localStorage.removeItem(KEPT_HINT);
    await deleteDB(DATABASE);
  } catch {
    // Nothing was kept, then.
  }
}

function open() {
  return openDB<KeptStore>(DATABASE, 1, {
    upgrade: (store) => void store.createObjectStore("kept"),
  });
}
