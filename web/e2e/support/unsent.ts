import type { Page } from "@playwright/test";

/** How many entries the outbox of a device holds, of whoever works there. */
export function unsentOn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open("summerstow-outbox");
    await new Promise((done) => opening.addEventListener("success", done));
    const counting = opening.result.transaction("entries").objectStore("entries").count();
    await new Promise((done) => counting.addEventListener("success", done));
    opening.result.close();
    return counting.result;
  });
}
