import { type Page, test } from "@playwright/test";
import { closeByEscape } from "../support/escape";
import { DEMO_PASSWORD, expect, openAs } from "../support/staff-session";
import { PAGES } from "./public-pages";

/** No page needs a style or script that its policy does not name, whatever opens over it. */

const OTHER_PUBLIC = [
  "/book",
  "/auth",
  "/auth/forgot",
  "/auth/set-password",
  "/join/unknown",
  "/confirm-booking/unknown",
  "/executive-login",
  "/no/such/page",
  "/dev/mailbox",
];
const OPENERS = '[aria-haspopup="dialog"], [aria-haspopup="menu"], button[role="combobox"]';
const OPENED = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Keeps what the browser refuses on this page and those that follow it. */
async function refusals(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction("noteRefusal", (what: string) => refused.push(what));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const what = `${location.href}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`;
      (window as unknown as { noteRefusal(what: string): void }).noteRefusal(what);
    });
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text());
  });
  return refused;
}

/** Waits until a page has its data, and what is loaded only when somebody is there. */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 300);
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

/** Opens each menu, list and dialog that the page offers, and closes it; returns how many. */
async function openAll(page: Page): Promise<number> {
  const openers = page.locator(OPENERS).and(page.locator(":visible:enabled"));
  const before = page.url();
  const count = Math.min(await openers.count(), 12);
  for (let at = 0; at < count; at++) {
    await openers.nth(at).click();
    await closeByEscape(page.locator(OPENED).first());
    await expect(page.locator(OPENED)).toHaveCount(0);
    // The focus comes back a timer later, and would close what is opened before that.
    await expect(page.locator(":focus")).toHaveCount(1);
    expect(page.url()).toBe(before);
  }
  return count;
}

test("the policy refuses a style element and a style attribute that it does not name", async ({
  page,
}) => {
  const refused = await refusals(page);
  await page.goto("/pricing");
  await page.evaluate(() => {
    document.body.insertAdjacentHTML("beforeend", "<style>p { color: red }</style>");
    document.body.insertAdjacentHTML("beforeend", '<p style="color: red">A price</p>');
  });
  await expect.poll(() => refused.join(" ")).toMatch(/style-src-elem inline/);
  await expect.poll(() => refused.join(" ")).toMatch(/style-src-attr inline/);
});

test("public pages need no style beyond their policy", async ({ page }) => {
  test.setTimeout(180_000);
  const refused = await refusals(page);
  for (const path of [...PAGES.map((one) => one.path), ...OTHER_PUBLIC]) {
    const answer = await page.goto(path);
    expect(answer?.headers()["content-security-policy"], path).not.toContain("unsafe-inline");
    await settled(page);
  }
  expect(refused).toEqual([]);
});

test("booking, its calendar and its lists need no style beyond the policy", async ({ page }) => {
  const refused = await refusals(page);
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Book Now" }).first().click();
  await expect(page.getByRole("dialog")).toContainText("Who are you?");
  // The page behind the dialog does not scroll: the sheet that says so is obeyed.
  await expect(page.locator("body")).toHaveCSS("overflow", "hidden");
  await closeByEscape(page.getByRole("dialog"));
  await expect(page.locator("body")).not.toHaveCSS("overflow", "hidden");
  expect(refused).toEqual([]);
});

const AREAS = {
  customer2: [
    "/customer-dashboard",
    "/customer-dashboard/payments",
    "/customer-dashboard/friends",
    "/customer-dashboard/edit",
    "/account",
  ],
  worker: ["pickups", "supplies", "needs-person"].map((tab) => `/admin-dashboard?tab=${tab}`),
  admin: ["pickups", "bookings", "customers", "schedule", "supplies"].map(
    (tab) => `/admin-dashboard?tab=${tab}`,
  ),
  executive: ["bookings", "overview", "history"].map((tab) => `/executive-dashboard?tab=${tab}`),
} as const;

for (const account of ["customer2", "worker", "admin", "executive"] as const) {
  test(`pages of ${account} and what opens over them need no style beyond the policy`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const page = await openAs(browser, baseURL, account);
    const refused = await refusals(page);
    if (account === "executive") {
      await page.goto("/executive-login");
      await page.getByLabel("Email").fill("executive@demo.test");
      await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page).toHaveURL(/executive-dashboard/);
    }
    let opened = 0;
    for (const path of AREAS[account]) {
      await page.goto(path);
      // Some of these follow changes, so that the network is never idle.
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      await expect(page.locator(OPENERS).first()).toBeVisible();
      await expect(page).toHaveURL(path);
      opened += await openAll(page);
    }
    expect(opened).toBeGreaterThan(2);
    expect(refused).toEqual([]);
    await page.context().close();
  });
}

test("a toast has its place and colours under the policy", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "customer2");
  const refused = await refusals(page);
  await page.goto("/account");
  await page.locator("#name").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Name saved")).toBeVisible();
  await expect(page.locator("[data-sonner-toaster]")).toHaveCSS("position", "fixed");
  expect(refused).toEqual([]);
  await page.context().close();
});
