/** The database of the outbox; its layout is in outbox-store.ts. */
export const OUTBOX_DATABASE = "summerstow-outbox";

/**
 * Counts the stored entries of a person on this device; 0 if there is no outbox. Public pages ask,
 * so this loads no library and creates no database.
 */
export function countStoredEntries(userId: string): Promise<number> {
  return new Promise((resolve) => {
    const none = () => resolve(0);
    try {
      const opening = indexedDB.open(OUTBOX_DATABASE);
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onerror = none;
      opening.onsuccess = () => {
        const database = opening.result;
        try {
          const entries = database.transaction("entries").objectStore("entries");
          const counting = entries.index("userId").count(userId);
          counting.onsuccess = () => resolve(counting.result);
          counting.onerror = none;
        } catch {
          none();
        }
        database.close();
      };
    } catch {
      none();
    }
  });
}
