import { type DBSchema, openDB } from "idb";

/** Photos that were taken without a signal, until the server has them; they stay through sign-out. */
interface UnsentPhotos extends DBSchema {
  photos: { key: string; value: Blob };
}

/** Keeps a photo on this device; false where there is no room or no storage. */
export async function keepPhoto(id: string, photo: Blob): Promise<boolean> {
  try {
    const store = await open();
    await store.put("photos", photo, id);
    store.close();
    return true;
  } catch {
    return false;
  }
}

/** A photo that waits here; undefined where it is gone. */
export async function keptPhoto(id: string): Promise<Blob | undefined> {
  const store = await open();
  const found = await store.get("photos", id);
  store.close();
  return found;
}

/** The server has it. */
export async function forgetPhoto(id: string): Promise<void> {
  const store = await open();
  await store.delete("photos", id);
  store.close();
}

function open() {
  return openDB<UnsentPhotos>("summerstow-unsent-photos", 1, {
    upgrade: (store) => void store.createObjectStore("photos"),
  });
}
