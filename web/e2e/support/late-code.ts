import type { Page } from "@playwright/test";

/** Waits until a page has fetched what it fetches after its first screen: then a signal may go. */
export async function lateCodeHere(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => {
    const kept = window as { scriptsSeen?: { count: number; since: number } };
    const count = performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js")).length;
    if (kept.scriptsSeen?.count !== count) kept.scriptsSeen = { count, since: performance.now() };
    return performance.now() - kept.scriptsSeen.since > 1_000;
  });
}
