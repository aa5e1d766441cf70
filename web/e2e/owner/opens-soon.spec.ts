import { test } from "@playwright/test";
import { expect } from "../support/staff-session";
import { ownProduct } from "./own-product";

/** An installation without a season takes addresses, and no bookings (rule: season-opens). */

const product = ownProduct("owner-opens-soon", { SUMMERSTOW_DEMO: "0" });

test("before the first season a visitor leaves an address instead of booking", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: product().url })).newPage();
  await page.goto("/pricing");
  await page.getByRole("link", { name: "Book Now" }).first().click();
  const card = page.getByRole("region", { name: "Booking opens soon" });
  await expect(card).toBeVisible();
  await expect(page.getByRole("button", { name: "Start Booking Process" })).toHaveCount(0);
  await card.getByRole("button", { name: "Tell me" }).click();
  await expect(card.getByRole("alert")).toBeVisible();
  await card.getByLabel("Email").fill("kim@example.com");
  await page.keyboard.press("Enter");
  await expect(card.getByText("We will write to kim@example.com")).toBeVisible();
});
