import { expect, type Locator, type Page } from "@playwright/test";

/** The rows under Needs a person that say `words`. */
export function inboxRows(page: Page, words: string | RegExp): Locator {
  return page
    .getByRole("region", { name: "Needs a person" })
    .locator("tbody tr")
    .filter({ hasText: words });
}

/** Goes to what needs a person of a kind, and opens the one whose row says `words`. */
export async function openItem(page: Page, kind: string, words: string | RegExp): Promise<Locator> {
  await page.goto(`/admin-dashboard?tab=needs-person&show=all&kind=${kind}`);
  await inboxRows(page, words)
    .getByRole("link", { name: /^Open / })
    .click();
  const panel = page.locator("[role=dialog]").first();
  await expect(panel).toBeVisible();
  return panel;
}
