import type { Page } from "@playwright/test";

/** How many entries the outbox of a device holds, of whoever works there. */
export async function unsentOn(page: Page): Promise<number> {
  return (await allOf(page, "entries")).length;
}

/** The unfinished forms that a device keeps, as JSON. */
export async function draftsOn(page: Page): Promise<string> {
  return JSON.stringify(await allOf(page, "drafts"));
}

function allOf(page: Page, store: "entries" | "drafts"): Promise<unknown[]> {
  return page.evaluate(async (name) => {
    const opening = indexedDB.open("summerstow-outbox");
    await new Promise((done) => opening.addEventListener("success", done));
    const reading = opening.result.transaction(name).objectStore(name).getAll();
    await new Promise((done) => reading.addEventListener("success", done));
    opening.result.close();
    return reading.result;
  }, store);
}
