import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { OUTBOX_DATABASE } from "./outbox-count";

/** A record of work that the server has not acknowledged. */
export interface Entry<Work = unknown> {
  /** the idempotency key: the server stores an entry that comes twice once */
  id: string;
  userId: string;
  /** milliseconds since 1970, by this device's clock */
  at: number;
  work: Work;
}

interface OutboxDatabase extends DBSchema {
  entries: {
    key: number;
    value: Entry & { order?: number };
    indexes: { id: string; userId: string };
  };
  drafts: { key: string; value: unknown };
}

/**
 * A strict transaction completes once its data is on the disk. localStorage and relaxed transactions
 * may lose what they acknowledged when the browser or the phone dies.
 */
const STRICT = { durability: "strict" } as const;

let opened: Promise<IDBPDatabase<OutboxDatabase>> | undefined;

/** Stores entries in one transaction, all or none. @throws if they cannot be written */
export async function addEntries(entries: readonly Entry[]): Promise<void> {
  await withDatabase(async (database) => {
    const writing = database.transaction("entries", "readwrite", STRICT);
    await Promise.all([...entries.map((entry) => writing.store.add(entry)), writing.done]);
  });
}

/** Deletes entries that the server has acknowledged, or that were taken back. */
export async function deleteEntries(ids: readonly string[]): Promise<void> {
  await withDatabase(async (database) => {
    const writing = database.transaction("entries", "readwrite", STRICT);
    for (const id of ids) {
      const key = await writing.store.index("id").getKey(id);
      if (key !== undefined) await writing.store.delete(key);
    }
    await writing.done;
  });
}

/** All stored entries of a person, the oldest first. */
export async function readEntries(userId: string): Promise<Entry[]> {
  // Rows with the same index key come in the order of their primary key.
  return await withDatabase((database) => database.getAllFromIndex("entries", "userId", userId));
}

/** Stores the state of an unfinished form; `undefined` deletes it. @throws if it cannot be written */
export async function writeDraft(name: string, draft: unknown): Promise<void> {
  await withDatabase(async (database) => {
    // The scope covers the entries: a draft is deleted after the entry it became is written.
    const writing = database.transaction(["entries", "drafts"], "readwrite", STRICT);
    const store = writing.objectStore("drafts");
    const change = draft === undefined ? store.delete(name) : store.put(draft, name);
    await Promise.all([change, writing.done]);
  });
}

/** All stored drafts by name. */
export async function readDrafts(): Promise<Map<string, unknown>> {
  return await withDatabase(async (database) => {
    const reading = database.transaction("drafts", "readonly");
    const [names, values] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()]);
    return new Map(names.map((name, index) => [name, values[index]]));
  });
}

/** Runs `use`, a second time with a new connection if the browser closed the old one. */
async function withDatabase<Result>(
  use: (database: IDBPDatabase<OutboxDatabase>) => Promise<Result>,
): Promise<Result> {
  const connection = openDatabase();
  try {
    return await use(await connection);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
    if (opened === connection) opened = undefined;
    return await use(await openDatabase());
  }
}

function openDatabase(): Promise<IDBPDatabase<OutboxDatabase>> {
  opened ??= openDB<OutboxDatabase>(OUTBOX_DATABASE, 1, {
    upgrade: (database) => {
      const entries = database.createObjectStore("entries", {
        keyPath: "order",
        autoIncrement: true,
      });
      entries.createIndex("id", "id", { unique: true });
      entries.createIndex("userId", "userId");
      database.createObjectStore("drafts");
    },
    terminated: () => {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}
