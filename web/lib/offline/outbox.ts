import { toast } from "@lib/toast";
import { requestPersistence } from "./device-storage";
import { addEntries, deleteEntries, type Entry, readEntries } from "./outbox-store";
import { setUnsent } from "./unsent-work";

/**
 * The unsent work of this page's people, in memory: what the screens draw and the lanes send. The
 * store (outbox-store.ts) holds the same, except for entries that could not be written
 * (rule: kept-on-the-disk).
 */

/** `writing`: the transaction is not complete. `memory`: it failed, and the entry dies with the page. */
export type EntryState = "writing" | "kept" | "memory" | "acknowledged";

interface Held {
  readonly entry: Entry;
  state: EntryState;
}

const held = new Map<string, Held>();
/** Entries that were dropped here, and that a read under way may still find in the store. */
const dropped = new Set<string>();
const listeners = new Set<() => void>();
/** The lists that the screens hold, the same until something changes. */
const views = new Map<string, readonly Entry[]>();
const reading = new Map<string, Promise<void>>();

/** Calls back on every change of the outbox. Returns the function that stops it. */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells screens and counters that the outbox changed. */
export function notifyOutbox(): void {
  views.clear();
  const kept = new Map([...reading.keys()].map((userId) => [userId, 0]));
  let memoryOnly = 0;
  let writing = 0;
  for (const { entry, state } of held.values()) {
    if (state === "memory") memoryOnly += 1;
    if (state === "writing") writing += 1;
    if (state === "kept") kept.set(entry.userId, (kept.get(entry.userId) ?? 0) + 1);
  }
  setUnsent({ kept, memoryOnly, writing });
  for (const listener of listeners) listener();
}

/** The entries to draw, the oldest first, with those that were acknowledged just now. */
export function entriesOf<Work>(userId: string): readonly Entry<Work>[] {
  let view = views.get(userId);
  if (!view) {
    view = [...held.values()].flatMap(({ entry }) => (entry.userId === userId ? [entry] : []));
    views.set(userId, view);
  }
  return view as readonly Entry<Work>[];
}

/** The state of an entry; undefined once the server has it and the screens draw the server's word. */
export function stateOf(id: string): EntryState | undefined {
  return held.get(id)?.state;
}

/** How many of these entries are on the disk. */
export function countKept(entries: readonly Entry[]): number {
  return entries.filter(({ id }) => stateOf(id) === "kept").length;
}

/** Reads the stored entries of a person that this page does not hold yet, such as another tab's. */
export async function loadEntries(userId: string): Promise<void> {
  const running = reading.get(userId);
  if (running) await running;
  const loading = load(userId);
  reading.set(userId, loading);
  await loading;
}

async function load(userId: string): Promise<void> {
  const stored = await readEntries(userId).catch(() => []);
  const fresh = stored.filter(({ id }) => !(held.has(id) || dropped.has(id)));
  if (fresh.length > 0) requestPersistence();
  const before = [...held];
  held.clear();
  for (const entry of fresh) held.set(entry.id, { entry, state: "kept" });
  for (const [id, one] of before) held.set(id, one);
  notifyOutbox();
}

/**
 * Draws entries and writes them in one transaction.
 * @returns whether they are on the disk. If they are not, a toast has said so.
 */
export async function recordEntries(entries: readonly Entry[]): Promise<boolean> {
  for (const entry of entries) {
    held.set(entry.id, { entry, state: "writing" });
    if (!reading.has(entry.userId)) void loadEntries(entry.userId);
  }
  notifyOutbox();
  const written = await addEntries(entries).then(
    () => true,
    () => false,
  );
  // What the server answered meanwhile needs no place here.
  const waiting = entries.flatMap(({ id }) => held.get(id) ?? []).filter(isBeingWritten);
  for (const one of waiting) one.state = written ? "kept" : "memory";
  if (written) requestPersistence();
  else if (waiting.length > 0) warnNotKept();
  notifyOutbox();
  return written;
}

const isBeingWritten = ({ state }: Held) => state === "writing";

/** The server has stored these: they stay drawn until `dropEntries`, and are not sent again. */
export function acknowledgeEntries(ids: readonly string[]): void {
  for (const id of ids) {
    const one = held.get(id);
    if (one) one.state = "acknowledged";
  }
  // If this fails, they are sent once more and the server knows them.
  deleteEntries(ids).catch(() => undefined);
  notifyOutbox();
}

/** Stops drawing entries, and deletes those that are still stored. Resolves once they are gone. */
export async function dropEntries(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const stored = ids.filter((id) => held.has(id) && stateOf(id) !== "acknowledged");
  for (const id of ids) {
    held.delete(id);
    dropped.add(id);
  }
  notifyOutbox();
  if (stored.length > 0) await deleteEntries(stored).catch(() => undefined);
}

/** Says that this device could not write something. */
export function warnNotKept(): void {
  toast.error("No room on this device", {
    id: "not-kept",
    description:
      "This change is kept in memory only. Keep this page open until it is sent, or free some storage.",
  });
}
