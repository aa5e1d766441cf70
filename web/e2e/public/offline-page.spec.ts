import { expect, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
} from "../support/customer-accounts";
import { openAs } from "../support/staff-session";

/** Pages whose script did not come: no browser's error page, and back by themselves. */

test.use({ viewport: { width: 390, height: 844 } });

test("a page that was not loaded yet says so without a network, and opens once there is one", async ({
  page,
  request,
}) => {
  const email = newAddress("away");
  const userId = await confirmedAccount(request, email, "Maya Chen");
  await booking(request, userId, email, { pickup_date: await campusDay(request, 40) });
  await openSignedIn(page, "/customer-dashboard", email);
  const payments = page.getByRole("link", { name: "Payment & Plans" }).first();
  await expect(payments).toBeVisible();
  await expect(page.getByRole("region", { name: "Current Status" })).toBeVisible();

  await page.context().setOffline(true);
  await payments.click();
  const away = page.getByRole("heading", { name: "You are offline" });
  await expect(away).toBeVisible();
  await expect(page).toHaveURL(/\/customer-dashboard\/payments$/);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeEnabled();
  await expect(away).toBeVisible();

  // What was read before is still there, and so is the way on.
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Current Status" })).toBeVisible();
  await payments.click();
  await expect(away).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Payment & Plans", level: 1 })).toBeVisible();
});

test("a file that did not arrive is asked for again by the page itself", async ({
  page,
  request,
}) => {
  const email = newAddress("lost");
  await confirmedAccount(request, email, "Maya Chen");
  await openSignedIn(page, "/customer-dashboard", email);
  let lost = 0;
  await page.route(/\/assets\/payments-page-.*\.js/, async (route) => {
    lost += 1;
    await (lost === 1 ? route.abort() : route.continue());
  });
  await page.getByRole("link", { name: "Payment & Plans" }).first().click();
  await expect(page.getByRole("heading", { name: "Payment & Plans", level: 1 })).toBeVisible();
  expect(lost).toBeGreaterThan(1);
});

test("a tab that was not loaded yet says so in its place, and opens once there is a network", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "admin", { width: 820, height: 1180 });
  await page.goto("/admin-dashboard?tab=customers");
  await expect(page.getByRole("link", { name: /^View / }).first()).toBeVisible();

  await page.context().setOffline(true);
  await page.getByRole("tab", { name: "Schedule" }).click();
  const away = page.getByRole("heading", { name: "You are offline" });
  await expect(away).toBeVisible();
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  // What was open before is still there.
  await page.getByRole("tab", { name: "Customers" }).click();
  await expect(page.getByRole("link", { name: /^View / }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Schedule" }).click();
  await expect(away).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Schedule", exact: true })).toBeVisible();
});

test("a warehouse whose server is busy says so until it answers", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin", { width: 820, height: 1180 });
  let busy = true;
  await page.route("**/rest/v1/rpc/space_used**", async (route) => {
    if (busy) await route.fulfill({ status: 503, json: { code: "53300", message: "Not now." } });
    else await route.continue();
  });
  await page.goto("/admin-dashboard?tab=warehouse");
  const away = page.getByRole("status").filter({ hasText: "We can't reach the server" });
  await expect(away).toBeVisible();
  const again = away.getByRole("button", { name: "Try again" });
  await again.focus();
  await again.press("Enter");
  await expect(away).toBeVisible();
  await expect(again).toBeFocused();
  busy = false;
  await expect(page.getByText("Type the code of a shelf.")).toBeVisible();
});
