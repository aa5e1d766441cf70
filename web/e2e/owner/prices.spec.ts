import { test } from "@playwright/test";
import { expect, openAs } from "../support/staff-session";
import { ownProduct } from "./own-product";

/** The owner publishes other prices, in a product of its own (rule: price-list-by-date). */

const product = ownProduct("owner-prices");

test("a dearer bundle is on the pricing page and in a quote, and sold as it is", async ({
  browser,
}) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=prices");
  const medium = page.getByLabel("Medium Bundle");
  await expect(medium).toHaveValue("$105");
  await medium.fill("a lot");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByText("Please give an amount such as 110.25.")).toBeVisible();
  await expect(medium).toBeFocused();

  await medium.fill("129.50");
  await page.getByRole("button", { name: "Review and publish" }).click();
  const dialog = page.getByRole("dialog");
  const eight = dialog.getByRole("row").filter({ hasText: /^8/ });
  await expect(eight).toContainText(/\$105.*\$129\.50.*\+\$24\.50/);
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
  await expect(medium).toHaveValue("$129.50");

  const visitor = await (await browser.newContext({ baseURL: product().url })).newPage();
  await expect(async () => {
    await visitor.goto("/pricing");
    await expect(visitor.getByText("$129.50").first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(visitor.getByText("shared by 3 friends costs $43.17 each a month.")).toBeVisible();
  // The price engine and the page agree, also once the scripts have taken over.
  await visitor.getByRole("main").locator('input[type="number"]').first().fill("8");
  await expect(visitor.getByText("$135.98").first()).toBeVisible();
});

test("a tax of a later day is a further line, and is seen before it is published", async ({
  browser,
}) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=taxes");
  await page.getByRole("button", { name: "Add a tax" }).click();
  await page.getByLabel("Tax 2", { exact: true }).fill("HST");
  await page.getByLabel("Percent").last().fill("thirteen");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByText("A percentage such as 5 or 9.98, please.")).toBeVisible();
  await page.getByLabel("Percent").last().fill("13");
  await page.getByLabel("Begins on").last().click();
  await page.getByRole("button", { name: "Next month" }).click();
  await page.locator("[data-day] button:not([disabled])").last().click();
  await page.getByRole("button", { name: "Review and publish" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/\$100 before HST is \$113/)).toBeVisible();
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
  await expect(page.getByLabel("Tax 2", { exact: true })).toHaveValue("HST");
});
