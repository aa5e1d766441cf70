import { type APIRequestContext, type Page, test } from "@playwright/test";
import { campusDay } from "../support/customer-accounts";
import { dollars, taxed } from "../support/prices";
import { asService, expect, openAs } from "../support/staff-session";
import { ownProduct } from "./own-product";

/** The owner publishes other prices, in a product of its own (rule: price-list-by-date). */

const product = ownProduct("owner-prices");

/** A guest's booking for today; `who` is their last name. */
async function booked(service: APIRequestContext, who: string, today: string): Promise<string> {
  const made = await service.post("/rest/v1/bookings", {
    data: {
      first_name: "Pia",
      last_name: who,
      email: `${who.toLowerCase()}@students.example`,
      pickup_date: today,
      campus_id: 3,
      status: "confirmed",
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const [{ id }] = (await made.json()) as [{ id: string }];
  return id;
}

/** Has eight items of a booking counted; the office then reads what is owed. */
async function expectOwed(
  service: APIRequestContext,
  page: Page,
  made: { id: string; who: string; cents: number },
) {
  const counted = await service.post("/rest/v1/pickups", {
    data: {
      booking_id: made.id,
      pickup_date: await campusDay(page.request),
      items_counted: 8,
      status: "completed",
    },
  });
  expect(counted.status(), await counted.text()).toBe(201);
  await page.goto(`/admin-dashboard?tab=payments&q=${made.who}`);
  await expect(page.getByText(dollars(taxed(made.cents))).first()).toBeVisible();
}

test("a dearer bundle is on the pricing page and in a quote, and sold as it is", async ({
  browser,
}) => {
  const page = await openAs(browser, product().url, "executive");
  const service = await asService(product().url);
  const today = await campusDay(page.request);
  const agreed = await booked(service, "Early", today);
  await page.goto("/admin-dashboard?tab=settings&section=prices");
  const medium = page.getByLabel("Medium Bundle");
  await expect(medium).toHaveValue("$105");
  await medium.fill("a lot");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByText("Please give an amount such as 110.25.")).toBeVisible();
  await expect(medium).toBeFocused();

  await medium.fill("129.50");
  await page.getByRole("button", { name: "Add an add-on" }).click();
  await page.getByLabel("Name of add-on 1").fill("Bubble wrap");
  await page.getByLabel("Price of add-on 1").fill("4.50");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByText("Please fill this in.")).toBeVisible();
  await page.getByLabel("When it applies of add-on 1").fill("For glass and china.");
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
  await expect(visitor.getByText("For glass and china.")).toBeVisible();
  await expect(visitor.getByText("shared by 3 friends costs $43.17 each a month.")).toBeVisible();
  // The price engine and the page agree, also once the scripts have taken over.
  await visitor.getByRole("main").locator('input[type="number"]').first().fill("8");
  await expect(visitor.getByText("$135.98").first()).toBeVisible();

  // What was agreed stays: the old price for the booking from before, the new one for another.
  await expectOwed(service, page, { id: agreed, who: "Early", cents: 10_500 });
  const later = await booked(service, "Late", today);
  await expectOwed(service, page, { id: later, who: "Late", cents: 12_950 });
  await service.dispose();
  await page.goto(`/admin-dashboard?tab=bookings&booking=${later}`);
  const record = page.getByRole("dialog", { name: "Pia Late" });
  await record.getByRole("button", { name: "Charge a fee" }).click();
  await record.getByRole("combobox", { name: "Fee" }).click();
  await page.getByRole("option", { name: "Bubble wrap, $4.50 per item" }).click();
  await record.getByLabel("Items").fill("2");
  await record.getByLabel("Why").fill("Two vases");
  await record.getByRole("button", { name: `Charge ${dollars(taxed(900))}` }).click();
  await expect(page.getByText("Fee Charged")).toBeVisible();
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
