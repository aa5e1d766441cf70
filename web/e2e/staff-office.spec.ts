import { test } from "@playwright/test";
import { address, book, dayOf, stop, stops, tag } from "./pickup-days";
import { asService, expect, openAs } from "./staff-session";

test.describe.configure({ timeout: 90_000 });

const NAMES = "Ada Bea Cem Dov Eli Fay Gus Hal Ida Jon Kai Lou".split(" ");

test("a desk shows ten stops of a day at once, a phone the first one", async ({
  browser,
  baseURL,
}) => {
  const day = dayOf(14);
  const service = await asService(baseURL);
  await book(service, day, NAMES);
  await service.dispose();
  for (const [width, height, whole] of [
    [1440, 900, 10],
    [390, 844, 1],
    [320, 640, 1],
  ] as const) {
    const page = await openAs(browser, baseURL, "worker", { width, height });
    await page.goto(address(day));
    await expect(stops(page)).toHaveCount(NAMES.length);
    const inSight = await stops(page).evaluateAll(
      (cards) =>
        cards.filter((card) => card.getBoundingClientRect().top < innerHeight - 160).length,
    );
    const inFull = await stops(page).evaluateAll(
      (cards) => cards.filter((card) => card.getBoundingClientRect().bottom <= innerHeight).length,
    );
    expect(whole > 1 ? inFull : inSight).toBeGreaterThanOrEqual(whole);
    await page.context().close();
  }
});

test("Back closes what is open above a phone's page, and then leaves the page", async ({
  browser,
  baseURL,
}) => {
  const day = dayOf(15);
  const service = await asService(baseURL);
  await book(service, day, ["Ana"]);
  await service.dispose();
  const page = await openAs(browser, baseURL, "worker", { width: 390, height: 844, touch: true });
  await page.goto("/admin-dashboard?tab=supplies");
  await expect(page.getByRole("heading", { name: "Supply Kit Deliveries" })).toBeVisible();
  await page.goto(address(day));
  const complete = stop(page, "Ana").getByRole("button", { name: /^Complete/ });
  const dialog = page.getByRole("dialog");

  await complete.tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/tab=pickups/);

  // Closed by its own button, and opened again: one Back closes it, one more leaves.
  await complete.tap();
  await dialog.getByRole("button", { name: "Close" }).first().tap();
  await expect(dialog).toBeHidden();
  await complete.tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(stop(page, "Ana")).toContainText(tag);
  await page.goBack();
  await expect(page).toHaveURL(/tab=supplies/);
  await page.context().close();
});
