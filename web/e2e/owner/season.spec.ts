import { type Page, test } from "@playwright/test";
import { expect, openAs } from "../support/staff-session";
import { ownProduct } from "./own-product";

/**
 * A season with a closed day, and its places at every campus (rules: season-days,
 * places-of-many-days), in a product of its own: every other journey books any day.
 */

const product = ownProduct("owner-season");

async function pickDay(page: Page, field: string, label: RegExp): Promise<void> {
  await page.getByLabel(field, { exact: true }).click();
  await page.getByRole("button", { name: label }).click();
}

test("a season with a closed day and places for all of it, in few presses", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings");
  let presses = 0;
  await page.exposeFunction("countPress", () => {
    presses += 1;
  });
  await page.evaluate(() =>
    document.addEventListener(
      "click",
      ({ isTrusted }) => isTrusted && (window as unknown as { countPress(): void }).countPress(),
      true,
    ),
  );
  await page.getByRole("link", { name: "Season", exact: true }).click();
  await page.getByRole("button", { name: "Add a season" }).click();
  await page.getByRole("button", { name: "Add a closed day" }).click();
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByText("Please choose a day.")).toBeVisible();
  await pickDay(page, "Closed day 1", /, April 26/);
  await page.getByLabel("Why day 1 is closed").fill("Spring fair");
  await page.getByRole("button", { name: "Review and publish" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/We pick up from .*Apr 10.* to .*May 10/)).toBeVisible();
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();

  await page.getByRole("link", { name: "Capacity" }).click();
  await expect(page.getByText(/30 days.*270 windows new/)).toBeVisible();
  await page.getByLabel("9:00 AM - 12:00 PM").fill("8");
  await page.getByRole("button", { name: "Offer these places" }).click();
  await expect(page.getByText("270 new windows, 0 changed.")).toBeVisible();
  expect(presses).toBeLessThan(25);

  // A customer reads why a day cannot be had, and books another.
  const visitor = await (await browser.newContext({ baseURL: product().url })).newPage();
  const year = new Date().getFullYear() + 1;
  await expect(async () => {
    const left = await visitor.request.get(
      `/rest/v1/rpc/places_left?campus_id=1&from=${year}-04-26&to=${year}-04-27`,
      { headers: { apikey: "anon" } },
    );
    const [closed, open] = (await left.json()).days;
    expect(closed.reason).toContain("Spring fair");
    expect(open.windows[0].places_left).toBe(8);
  }).toPass();
  await visitor.goto("/ubcv");
  // The page's scripts sleep until a visitor does something.
  await visitor.getByRole("heading", { name: /^Places left/ }).click();
  await expect(visitor.getByText("8 left").first()).toBeVisible();
});
