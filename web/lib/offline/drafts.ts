import { useSyncExternalStore } from "react";
import { readDrafts, writeDraft } from "./outbox-store";

/** An unfinished form or count of this device, by its name and person. */
const drafts = new Map<string, unknown>();
const listeners = new Set<() => void>();
let loaded = false;
let loading = false;

async function load(): Promise<void> {
  const stored = await readDrafts().catch(() => new Map<string, unknown>());
  for (const [name, draft] of stored) if (!drafts.has(name)) drafts.set(name, draft);
  loaded = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!loading) void load();
  loading = true;
  return () => listeners.delete(listener);
}

/** Whether `draftOf` knows what unfinished forms held when the page was left. */
export function useDraftsLoaded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => false,
  );
}

/** The draft of this name; undefined if there is none. */
export function draftOf(name: string): unknown {
  return drafts.get(name);
}

/** Keeps a draft; `undefined` deletes it. Resolves to whether it is on the disk. */
export async function keepDraft(name: string, draft: unknown): Promise<boolean> {
  drafts.set(name, draft);
  return await writeDraft(name, draft).then(
    () => true,
    () => false,
  );
}
