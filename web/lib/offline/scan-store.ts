import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { scansKept } from "./unsent-work";

/** What was scanned or photographed on this device and the server has not acknowledged. */
export interface KeptScan {
  /** names it to the server: sent again, it happens once */
  id: string;
  userId: string;
  /** an event of an item as the server takes it */
  event?: unknown;
  /** what was counted on a shelf, as the server takes it */
  stocktake?: unknown;
  /** whose item it is, in words for the crew */
  about: string;
  photo?: { kind: "item" | "evidence"; body: Blob };
}

interface ScanStore extends DBSchema {
  unsent: { key: number; value: KeptScan & { order?: number }; indexes: { id: string } };
}

const DATABASE = "summerstow-scans";
let opened: Promise<IDBPDatabase<ScanStore>> | undefined;

/** Keeps a scan on this device until `dropScans`; false where there is no room or no storage. */
export async function keepScan(scan: KeptScan): Promise<boolean> {
  try {
    await (await store()).add("unsent", scan);
    return true;
  } catch {
    return false;
  }
}

/** A person's scans that were kept, in the order in which they were made. */
export async function keptScans(userId: string): Promise<KeptScan[]> {
  try {
    const all = await (await store()).getAll("unsent");
    return all.filter((one) => one.userId === userId);
  } catch {
    return [];
  }
}

/** The server has acknowledged these. */
export async function dropScans(ids: readonly string[]): Promise<void> {
  try {
    const writing = (await store()).transaction("unsent", "readwrite");
    for (const id of ids) {
      const key = await writing.store.index("id").getKey(id);
      if (key !== undefined) void writing.store.delete(key);
    }
    await writing.done;
  } catch {
    // They are sent once more, then: the server knows them.
  }
}

/** Says how many scans of a person wait, also to a page that is opened later. */
export function noteScans(userId: string, count: number): void {
  scansKept(userId, count);
}

function store(): Promise<IDBPDatabase<ScanStore>> {
  opened ??= openDB<ScanStore>(DATABASE, 1, {
    upgrade: (fresh) => {
      const unsent = fresh.createObjectStore("unsent", { keyPath: "order", autoIncrement: true });
      unsent.createIndex("id", "id", { unique: true });
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}
