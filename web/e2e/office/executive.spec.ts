import { readFile } from "node:fs/promises";
import { type Page, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { totp } from "../account/mailed-codes";
import { barriers } from "../support/barriers";
import { confirmedAccount, newAddress, PASSWORD } from "../support/customer-accounts";
import { asService, DEMO_PASSWORD, expect, look, openAs } from "../support/staff-session";
import { executivePage, kept } from "./executive-page";

test.describe.configure({ timeout: 120_000 });

const DENIED =
  "Access Denied - Invalid executive credentials. Please check your email and password.";
const tag = Date.now().toString(36);
const HEADERS = [
  "Full Name",
  "Email",
  "Phone",
  "Pickup Address",
  "Pickup Date",
  "Supply Kit",
  "Delivery Option",
  "Status",
  "Actions",
];
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function fillIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test.beforeAll(async ({ baseURL }) => {
  const service = await asService(baseURL);
  const made = await service.post("/rest/v1/bookings", {
    data: [
      { first_name: "Juniper", last_name: `Exec ${tag}`, pickup_date: "2031-05-03", campus_id: 2 },
      { first_name: "=1+1", last_name: `Exec ${tag}`, pickup_date: null, campus_id: 1 },
    ].map((one, number) => ({ ...one, email: `exec.${tag}.${number}@students.example` })),
  });
  expect(made.status()).toBe(201);
  await service.dispose();
});

test("only an executive gets in, into a session of its own, and out again", async ({ page }) => {
  await page.goto("/executive-dashboard?status=pending");
  await expect(page).toHaveURL(/\/executive-login$/);
  await expect(page.getByText("executive@demo.test")).toBeVisible();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Enter your email")).toBeVisible();
  await expect(page.getByText("Enter your password")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();

  await fillIn(page, "executive@demo.test", "not-the-password");
  await expect(page.getByText(DENIED)).toBeVisible();
  for (const role of ["admin", "worker", "customer"]) {
    await fillIn(page, `${role}@demo.test`);
    await expect(page.getByText(DENIED)).toBeVisible();
    await expect.poll(() => kept(page)).toBeNull();
    await expect(page).toHaveURL(/\/executive-login$/);
  }

  await fillIn(page, "executive@demo.test");
  await expect(page).toHaveURL(/\/executive-dashboard\?status=pending$/);
  await expect(page.getByText("Login successful")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("sb-summerstow-auth-token"))).toBeNull();

  await page.goto("/executive-login");
  await expect(page).toHaveURL(/\/executive-dashboard$/);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/executive-login$/);
  await expect.poll(() => kept(page)).toBeNull();
  await expect(page.getByText("Your session has ended")).toHaveCount(0);
});

test("a session that the server ended leads to the sign-in, with a word why", async ({
  browser,
  baseURL,
}) => {
  const page = await executivePage(browser, baseURL);
  await page.goto("/executive-dashboard?tab=overview");
  await expect(page.getByRole("heading", { name: /^Season \d{4}$/ })).toBeVisible();
  const { access_token } = JSON.parse((await kept(page)) ?? "{}");
  // Somewhere else meanwhile: a read of the area that is refused before the page is left would be
  // told of there, and forgotten by the next page.
  await page.goto("/faq");
  const ended = await fetch(new URL("/auth/v1/logout?scope=local", baseURL), {
    method: "POST",
    headers: { apikey: "anon", authorization: `Bearer ${access_token}` },
  });
  expect(ended.status).toBe(204);
  await page.goto("/executive-dashboard?tab=overview");
  await expect(page).toHaveURL(/\/executive-login$/);
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await fillIn(page, "executive@demo.test");
  await expect(page).toHaveURL(/\/executive-dashboard\?tab=overview$/);
  await page.context().close();
});

test("an executive with a second factor shows it before anything opens", async ({
  page,
  baseURL,
  request,
}) => {
  const email = newAddress("executive");
  const id = await confirmedAccount(request, email, "Rosa Marlow");
  const service = await asService(baseURL);
  await service.patch(`/rest/v1/users?id=eq.${id}`, { data: { role: "executive" } });
  await service.dispose();
  const client = createClient(baseURL ?? "", "anon", { auth: { autoRefreshToken: false } });
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  expect(error).toBeNull();
  const secret = data?.totp.secret ?? "";
  const factorId = data?.id ?? "";
  const on = await client.auth.mfa.challengeAndVerify({ factorId, code: totp(secret) });
  expect(on.error).toBeNull();

  await page.goto("/executive-login");
  await fillIn(page, email, PASSWORD);
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await page.goto("/executive-dashboard");
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await page.getByLabel("Code from your authenticator app").fill(totp(secret, 1));
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  await expect(page.getByText("Rosa Marlow")).toBeVisible();
});

test("find a booking, set its date and status, and take the list along as a file", async ({
  browser,
  baseURL,
}) => {
  const page = await executivePage(browser, baseURL);
  await page.goto("/executive-dashboard");
  await expect(page.getByRole("columnheader")).toHaveText(HEADERS);
  await page.getByRole("searchbox").fill(`exec ${tag}`);
  await expect(page.getByText("2 bookings found")).toBeVisible();
  const juniper = row(page, `Juniper Exec ${tag}`);
  await juniper.getByRole("link", { name: /^View/ }).click();
  const detail = page.getByRole("dialog", { name: `Juniper Exec ${tag}` });

  await detail.getByRole("button", { name: "Expected delivery date" }).click();
  await page.getByRole("dialog", { name: "Calendar" }).getByText("15", { exact: true }).click();
  await page.route("**/rest/v1/bookings?*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 400, json: { code: "23514", message: "The crew says no." } })
      : route.continue(),
  );
  await detail.getByRole("button", { name: "Save date" }).click();
  await expect(page.getByText("Error updating delivery date")).toBeVisible();
  await expect(page.getByText("The crew says no.")).toBeVisible();
  await expect(detail.getByText("Not saved. Your choice is kept.")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await detail.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Delivery date updated")).toBeVisible();
  await detail.getByRole("combobox", { name: "Status" }).click();
  await expect(page.getByRole("option")).toHaveText([
    "Pending",
    "Confirmed",
    "Picked Up",
    "Delivered",
    "Cancelled",
  ]);
  await page.getByRole("option", { name: "Cancelled" }).click();
  await expect(detail.getByText("This gives the pickup place back")).toBeVisible();
  await detail.getByRole("button", { name: "Cancel this booking" }).click();
  await expect(detail.getByText("Please say why: the customer reads it.")).toBeVisible();
  await detail.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Delivered" }).click();
  // Without the server the choice stays as well, under whatever the list says.
  await page.route("**/rest/v1/**", (route) => route.abort());
  await detail.getByRole("button", { name: "Save status" }).click();
  await expect(page.getByText("Error updating status")).toBeVisible();
  await expect(detail.getByText("Not saved. Your choice is kept.")).toBeVisible();
  await expect(detail.getByRole("combobox", { name: "Status" })).toHaveText("Delivered");
  await page.unrouteAll({ behavior: "wait" });
  // Not the other one, which stands beside what could not be read meanwhile.
  await detail.locator("[type=submit]").filter({ hasText: "Try again" }).click();
  await expect(page.getByText("Status updated")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(juniper).toContainText("Delivered");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^bookings_\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n")[0]).toBe(
    "\uFEFFFull Name,Email,Phone,University,Campus,Pickup Address,Pickup Date,Pickup Time," +
      "Supply Kit Requested,Delivery Option,Expected Delivery Date,Status,Created At",
  );
  expect(text.trim().split("\r\n")).toHaveLength(3);
  expect(text).toContain(`\n'=1+1 Exec ${tag},`);
  expect(text).toMatch(/\nJuniper Exec .*,2031-05-03,.*,\d{4}-\d{2}-15,Delivered,/);

  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Delivered" }).click();
  await expect(page.getByText("1 booking found")).toBeVisible();
  await page.getByRole("combobox", { name: "Pickup date" }).click();
  await page.getByRole("option", { name: "Next 7 days" }).click();
  await expect(page.getByText("No bookings found.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Pickup date" })).toHaveText("Next 7 days");
  await expect(page.getByText("No bookings found.")).toBeVisible();
  await page.context().close();
});

test("what fails is said, and comes back by itself", async ({ browser, baseURL }) => {
  const page = await executivePage(browser, baseURL);
  await page.route("**/rest/v1/bookings?*", (route) =>
    route.fulfill({ status: 403, json: { code: "42501", message: "permission denied" } }),
  );
  await page.goto("/executive-dashboard");
  await expect(page.getByRole("alert").getByText("Error fetching bookings")).toBeVisible();
  await expect(page.getByRole("alert").getByText("permission denied")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^Page 1 of|bookings$/).first()).toBeVisible();

  await page.route("**/rpc/season_overview*", (route) => route.abort());
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(page.getByText("We can't reach the server")).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText("Bookings made", { exact: true })).toBeVisible();
  await page.context().close();
});

test("an executive ends a colleague's sessions, whose page then asks for a sign-in", async ({
  browser,
  baseURL,
}) => {
  const colleague = await openAs(browser, baseURL, "worker", { fresh: true });
  await colleague.goto("/admin-dashboard?tab=supplies");
  await expect(colleague.getByRole("heading", { name: "Supply Kit Deliveries" })).toBeVisible();
  const email = await colleague.evaluate(
    () => JSON.parse(localStorage.getItem("sb-summerstow-auth-token") ?? "{}").user.email as string,
  );
  const page = await executivePage(browser, baseURL);
  await page.goto("/executive-dashboard?tab=overview");
  const end = row(page, email).getByRole("button", { name: /^End sessions/ });
  await end.click();
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(end).toBeFocused();
  await end.click();
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.locator("[data-sonner-toast]")).toContainText("1 device");
  await colleague.reload();
  await expect(colleague).toHaveURL(/\/auth$/);
  await page.context().close();
  await colleague.context().close();
});

test("bookings, detail and overview at 390, 820 and 1440 px, light and dark", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const page = await executivePage(browser, baseURL);
  const check = async () => {
    for (const [width, theme] of [
      [390, "dark"],
      [820, "light"],
      [1440, "dark"],
    ] as const) {
      await look(page, width, theme);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${width} px`,
      ).toBeLessThanOrEqual(0);
      // On phones too the head is one row.
      const head = await page.locator("header").first().boundingBox();
      expect(head?.height, `${width} px`).toBeLessThan(100);
      expect(await barriers(page), `${width} px`).toEqual([]);
    }
  };
  await page.goto("/executive-dashboard");
  await expect(page.getByRole("link", { name: /^View booking/ }).first()).toBeVisible();
  await check();
  await page
    .getByRole("link", { name: /^View booking/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Change this booking" })).toBeVisible();
  await check();
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: "Overview" }).click();
  const shown = page.getByRole("button", { name: /^Show table.*Bookings made by day/ });
  await shown.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Bookings made by day and campus" })).toBeVisible();
  await check();
  await page.setViewportSize({ width: 1280, height: 800 });
  const staff = page.getByRole("region", { name: "Staff", exact: true });
  await expect(staff).toBeVisible();
  expect(await staff.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await page.context().close();
});
