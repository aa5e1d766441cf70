import { expect, type Locator } from "@playwright/test";

/**
 * Closes what was just opened by Escape. Its code may come late, and the page shows it a moment
 * before it listens to keys: then the focus is in it.
 */
export async function closeByEscape(opened: Locator): Promise<void> {
  const page = opened.page();
  await expect(opened.and(page.locator(":focus-within"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
}
