import { readFile } from "node:fs/promises";
import { type Locator, type Page, test } from "@playwright/test";
import { executivePage } from "../office/executive-page";
import { expect, openAs } from "../support/staff-session";
import { ownProduct } from "./own-product";

/**
 * The owner puts the business's own name in the place of what ships (rule: settings-published), in a
 * product of its own: every other journey knows the business as it ships.
 */

const product = ownProduct("owner");

function publishButton(page: Page) {
  return page.getByRole("button", { name: "Review and publish" });
}

async function openBusiness(page: Page): Promise<void> {
  await page.goto("/admin-dashboard?tab=settings");
  await expect(page.getByLabel("Trade name")).toBeVisible();
}

test("a new name, number and address are on pages, in mail and back again", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard");
  // One search leads to every setting.
  await page.getByRole("button", { name: /^Search/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("e-transfer address");
  await dialog.getByRole("option", { name: "Settings: Business" }).click();
  await page.getByLabel("Trade name").fill("Boxes & Beyond");
  await page.getByLabel("Phone").fill("(604) 822-2211");
  await page.getByLabel("e-Transfers to").fill("pay@boxes.ca");
  await page.getByLabel("Tax number").fill("12");
  await publishButton(page).click();

  // What is wrong is kept, marked and not published.
  await expect(page.getByLabel("Tax number")).toBeFocused();
  await expect(page.getByText("Nine digits and RT with four, such as")).toBeVisible();
  await page.getByLabel("Tax number").fill("83217 4455 RT0001");
  await page.getByRole("button", { name: "Remove link 1" }).click();
  await publishButton(page).click();

  await expect(dialog.getByRole("insertion").first()).toHaveText("Boxes & Beyond");
  await expect(dialog.getByText("Interac e-Transfer to pay@boxes.ca")).toBeVisible();
  await dialog.getByLabel("Note").fill("Our own");
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
  await expect(page.getByText(/Published by .*: Our own/)).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: product().url })).newPage();
  await expect(async () => {
    await visitor.goto("/contact");
    await expect(visitor).toHaveTitle(/Boxes & Beyond/, { timeout: 1_000 });
  }).toPass();
  const foot = visitor.getByRole("contentinfo");
  await expect(foot.getByText("(604) 822-2211")).toBeVisible();
  await expect(foot.getByText("Instagram")).toHaveCount(0);
  // The scripts that take the page over say the same.
  await expect(async () => {
    await visitor.goto("/auth");
    const heading = visitor.getByRole("heading", { name: "Sign in to Boxes & Beyond" });
    await expect(heading).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.getByRole("listitem").filter({ hasText: "As shipped" }).getByRole("button").click();
  await expect(page.getByLabel("Trade name")).toHaveValue("Summerstow");
  await publishButton(page).click();
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(async () => {
    await visitor.goto("/contact");
    await expect(visitor).toHaveTitle(/Summerstow/, { timeout: 1_000 });
  }).toPass();
});

test("two executives at one draft: the second is told", async ({ browser }) => {
  const first = await openAs(browser, product().url, "executive", { fresh: true });
  const second = await openAs(browser, product().url, "executive", { fresh: true });
  await openBusiness(first);
  await openBusiness(second);
  await first.getByLabel("Note on hours").fill("From the first");
  await first.getByRole("button", { name: "Save draft" }).click();
  await expect(first.getByText("Customers do not see it yet.")).toBeVisible();

  await second.getByLabel("Note on hours").fill("From the second");
  await second.getByRole("button", { name: "Save draft" }).click();
  await expect(second.getByRole("alert")).toContainText("saved this draft");
  await expect(second.getByLabel("Note on hours")).toHaveValue("From the second");

  await second.reload();
  await expect(second.getByLabel("Note on hours")).toHaveValue("From the first");
  await second.getByRole("button", { name: "Discard draft" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
  await expect(second.getByText("This is what customers see today.")).toBeVisible();
});

test("a version for a later day waits, and is taken back", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await openBusiness(page);
  const hours = await page.getByLabel("Hours", { exact: true }).inputValue();
  await page.getByLabel("Hours", { exact: true }).fill("7:00 AM - 9:00 PM");
  await publishButton(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From").click();
  await page.getByRole("button", { name: "Next month" }).click();
  await page.locator("[data-day] button:not([disabled])").last().click();
  await dialog.getByRole("button", { name: /^Publish from/ }).click();
  await expect(page.getByText("To come")).toBeVisible();
  await expect(page.getByLabel("Hours", { exact: true })).toHaveValue(hours);

  await page.getByRole("button", { name: /^Take back/ }).click();
  await expect(page.getByText("To come")).toHaveCount(0);
});

test("a worker is invited, changed and removed by keyboard and press", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=staff");
  await page.getByRole("button", { name: "Add staff" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Full name").fill("Ivo Lund");
  await dialog.getByLabel("Email").fill("ivo@example.test");
  await page.keyboard.press("Enter");
  await expect(page.getByText("We sent an invitation to ivo@example.test.")).toBeVisible();

  const row = page.getByRole("row").filter({ hasText: "Ivo Lund" });
  await expect(row).toContainText("Crew");
  await row.getByRole("button", { name: "Change Ivo Lund" }).click();
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Administrator" }).click();
  await dialog.getByRole("checkbox", { name: "TRU Kamloops" }).click();
  await dialog.getByLabel("Last working day").click();
  await page.locator("[data-day] button:not([disabled])").last().click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row).toContainText("Administrator");
  await expect(row).toContainText(/Kamloops.*Until/);

  await row.getByRole("button", { name: "Change Ivo Lund" }).click();
  await dialog.getByRole("button", { name: "Remove from staff" }).click();
  await dialog.getByRole("button", { name: "Yes, remove from staff" }).click();
  await expect(row).toHaveCount(0);
});

test("the first steps say what is left, and a test mail arrives", async ({ browser, request }) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=first-steps");
  const step = page.getByRole("listitem").filter({ hasText: "Put in your own name" });
  await expect(step).toContainText("to do");
  await page.getByRole("button", { name: "Send a test mail to me" }).click();
  await expect(page.getByText("Look into the mailbox of executive@demo.test.")).toBeVisible();
  await expect(async () => {
    const mails = await request.get(`${product().url}/dev/mailbox.json?to=executive@demo.test`);
    expect(await mails.text()).toContain("A test mail from");
  }).toPass();
  await step.getByRole("link", { name: "Business" }).click();
  await expect(page.getByLabel("Trade name")).toBeVisible();
});

test("nothing is published later that was pressed without a network", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await openBusiness(page);
  await page.getByLabel("Note on hours").fill("Never published.");
  await publishButton(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(dialog.getByRole("alert")).toContainText("We can't reach the server");
  await page.context().setOffline(false);
  await dialog.getByRole("button", { name: "Not yet" }).click();
  await expect(page.getByText("Customers do not see it yet.")).toBeVisible();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
});

test("what was typed in one section is there again after a look at another", async ({
  browser,
}) => {
  const page = await openAs(browser, product().url, "executive");
  await openBusiness(page);
  await page.getByLabel("Note on hours").fill("By appointment only.");
  await page.getByRole("link", { name: "Taxes" }).click();
  await expect(page.getByRole("button", { name: "Add a tax" })).toBeVisible();
  await page.getByRole("link", { name: "Business" }).click();
  await expect(page.getByLabel("Note on hours")).toHaveValue("By appointment only.");
  await expect(page.getByText("You have changes that are not saved.")).toBeVisible();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
});

test("the executives' own dashboard has the same settings", async ({ browser }) => {
  const page = await executivePage(browser, product().url);
  await page.goto("/executive-dashboard");
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Note on hours").fill("By appointment.");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
  await page.getByRole("link", { name: "Staff" }).click();
  await expect(page.getByRole("button", { name: "Add staff" })).toBeVisible();
});

test("a mail in own words is previewed, sent to oneself and published", async ({
  browser,
  request,
}) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=messages");
  await page.getByRole("combobox", { name: "Message" }).click();
  await page.getByRole("option", { name: "Booking: Booking confirmed" }).click();
  const words = page.getByLabel("Words");
  const shipped = await words.inputValue();
  await words.fill("Hello there.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("alert")).toContainText("is missing");
  await words.fill(`Pack the kettle.\n${shipped}`);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("status", { name: "Preview" })).toContainText("Pack the kettle.");
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByText("Look into the mailbox of executive@demo.test.")).toBeVisible();
  await expect(async () => {
    const mails = await request.get(`${product().url}/dev/mailbox.json?to=executive@demo.test`);
    expect(await mails.text()).toContain("Pack the kettle.");
  }).toPass();
  await publishButton(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
  await page.getByRole("button", { name: "Back to the shipped words" }).click();
  await expect(words).toHaveValue(shipped);
});

test("the end of a season shows what is open, with the way there", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=season-close");
  const lines = page.getByRole("listitem").filter({ hasText: /: \d+/ });
  await expect(lines).toHaveCount(6);
  await expect(lines.first()).toContainText("Bookings with items in storage");
});

test("everything that the business keeps is made into one file", async ({ browser }) => {
  test.slow();
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=season-close");
  await page.getByRole("button", { name: "Make an archive" }).click();
  await expect(page.getByText("You can leave this page.")).toBeVisible();
  const download = page.getByRole("button", { name: "Download" });
  await expect(download).toBeVisible({ timeout: 90_000 });
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  expect(file.suggestedFilename()).toMatch(/^archive-\d{4}-\d\d-\d\d\.zip$/);
  const content = await readFile(await file.path(), "latin1");
  for (const name of ["README.txt", "tables/bookings.csv"]) {
    expect(content.includes(name), name).toBe(true);
  }
});

test("a setting is found, changed and published with the keyboard alone", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard");
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  const reach = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("Tab does not lead there");
  };
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
  await page.keyboard.type("Settings: Business");
  await expect(page.getByRole("option", { selected: true })).toHaveText(/Business/);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Trade name")).toBeVisible();
  await reach(page.getByLabel("Trade name"));
  await page.keyboard.press("End");
  await page.keyboard.type(" Keys");
  await reach(publishButton(page));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await reach(dialog.getByRole("button", { name: "Publish now" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
  await expect(page.getByLabel("Trade name")).toHaveValue(/ Keys$/);
});
