import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type APIRequestContext, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import {
  booking,
  campusDay,
  confirmedAccount,
  farDay,
  newAddress,
  openSignedIn,
  PASSWORD,
  tabTo,
} from "../support/customer-accounts";
import { inboxRows, openItem } from "../support/inbox";
import { bundle, dollars, pricing, taxed } from "../support/prices";
import { asService, DEMO_PASSWORD, expect, openAs } from "../support/staff-session";

/** What the count of eight items makes somebody owe. */
const OWED = taxed(bundle("medium").monthly_cents);

/** A season's money: what is owed and why, a transfer that comes in, credit that goes back. */

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE });
test.describe.configure({ timeout: 90_000 });

async function noBarrier(page: Page, where = "body") {
  expect(await barriers(page, where)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, "the page scrolls sideways").toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** An account with a booking for today; `count` lets the crew complete its pickup. */
async function customer(request: APIRequestContext, baseURL: string | undefined) {
  const email = newAddress("payer");
  const userId = await confirmedAccount(request, email, "Maya Chen");
  const made = await booking(request, userId, email, { pickup_date: await campusDay(request) });
  const service = await asService(baseURL);
  return {
    email,
    async count(items: number) {
      const [turn] = await (
        await service.get(`/rest/v1/pickup_queue?booking_id=eq.${made.id}&select=id`)
      ).json();
      const crew = await request.post("/auth/v1/token?grant_type=password", {
        headers: { apikey: "anon" },
        data: { email: "worker@demo.test", password: DEMO_PASSWORD },
      });
      const { access_token } = (await crew.json()) as { access_token: string };
      const answer = await request.post("/rest/v1/rpc/set_pickup_status", {
        headers: { apikey: "anon", authorization: `Bearer ${access_token}` },
        data: { queue_id: turn.id, status: "completed", items },
      });
      expect(answer.ok(), await answer.text()).toBe(true);
    },
  };
}

async function openPayments(page: Page, email: string) {
  await openSignedIn(page, "/customer-dashboard", email, PASSWORD);
  await page.getByRole("link", { name: "Payment & Plans" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Payment & Plans" })).toBeVisible();
}

/** What a press of an invoice's button leaves on the clipboard, which journeys share. */
async function copied(page: Page, what: string): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: `Copy the ${what}` }).click();
  await expect(page.getByText(`The ${what} is copied`)).toBeAttached();
  return await page.evaluate(() => navigator.clipboard.readText());
}

test("bundle or single items is the customer's choice until the count", async ({
  page,
  request,
}) => {
  const email = newAddress("chooser");
  const userId = await confirmedAccount(request, email, "Maya Chen");
  const made = await booking(request, userId, email, { pickup_date: await farDay(request) });
  const session = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email, password: PASSWORD },
  });
  const { access_token } = (await session.json()) as { access_token: string };
  const items = 3;
  for (let at = 0; at < items; at += 1) {
    const listed = await request.post("/rest/v1/rpc/add_item", {
      headers: { apikey: "anon", authorization: `Bearer ${access_token}` },
      data: { booking_id: made.id, item_id: randomUUID(), kind: "box", description: "Books" },
    });
    expect(listed.ok(), await listed.text()).toBe(true);
  }
  await openPayments(page, email);
  const choice = page.getByRole("radiogroup", { name: "How we price your items" });
  const small = dollars(taxed(bundle("small").monthly_cents));
  const singly = dollars(taxed(items * pricing.single_item_monthly_cents));
  await expect(choice.getByRole("radio", { name: /^Small Bundle/ })).toBeChecked();
  await expect(page.getByText(`${small} a month`).first()).toBeVisible();
  await choice.getByRole("radio", { name: singly }).click();
  await noBarrier(page);
  await page.getByRole("button", { name: "Change my plan" }).click();
  await expect(page.getByText("Plan changed")).toBeVisible();
  await expect(choice.getByRole("radio", { name: /^Small Bundle/ })).not.toBeChecked();
  await expect(page.getByText(`${singly} a month`).first()).toBeVisible();
  await page.reload();
  await expect(choice.getByRole("radio", { name: singly })).toBeChecked();
});

test("from the count to a paid invoice, and the credit that is paid back", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const maya = await customer(request, baseURL);
  await openPayments(page, maya.email);
  await expect(page.getByText("You have no invoices yet.")).toBeVisible();
  await expect(page.getByText("Nothing was charged or paid yet.")).toBeVisible();
  await noBarrier(page);

  await maya.count(8);
  await page.reload();
  await expect(page.getByText(`${dollars(OWED)} a month`)).toBeVisible();
  // The count stands: nothing is offered that can no longer be chosen.
  await expect(page.getByText("One more item makes it the Large Bundle")).toHaveCount(0);
  const invoice = page.getByRole("listitem", { name: /^Invoice INV-/ });
  await expect(invoice).toContainText("Open");
  await expect(invoice.getByText("hello@summerstow.test")).toBeVisible();
  expect(await copied(page, "amount")).toBe((OWED / 100).toFixed(2));
  const code = await copied(page, "reference code");
  expect(code).toMatch(/^[A-Z2-9]{8}$/);
  const downloading = page.waitForEvent("download");
  await invoice.getByRole("button", { name: /as PDF/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
  const statement = page.getByRole("region", { name: "Statement" });
  await expect(statement.getByText(/: 8 items counted/).first()).toBeVisible();
  await expect(statement.getByText(/A month runs from your pickup date/)).toBeVisible();
  await noBarrier(page);

  await test.step("the office records a transfer of $10 too much", async () => {
    const office = await openAs(browser, baseURL, "admin", PHONE);
    await office.goto("/admin-dashboard?tab=payments");
    await office.getByRole("button", { name: "Record e-Transfer" }).click();
    const dialog = office.getByRole("dialog", { name: "Record e-Transfer" });
    await dialog.getByLabel("Reference code").fill(`${code.slice(0, 4)}-${code.slice(4)}`);
    await expect(dialog.getByRole("status")).toContainText("Maya Chen");
    await dialog.getByLabel("Amount").fill(((OWED + 1000) / 100).toFixed(2));
    await expect(dialog.getByRole("status")).toContainText("$10 more than is owed");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expect(dialog.getByText("Please give the bank's own reference.")).toBeVisible();
    await noBarrier(office, '[role="dialog"]');
    await dialog.getByLabel("Bank reference").fill(`CA${code}`);
    await dialog.getByRole("button", { name: "Record payment" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(office.getByText("Payment recorded")).toBeVisible();
    await office.context().close();
  });

  await page.reload();
  await expect(invoice).toContainText("Paid in full.");
  await expect(page.getByText("You have $10 of credit")).toBeVisible();

  await test.step("an executive pays the credit back, with a reason", async () => {
    const boss = await openAs(browser, baseURL, "executive", PHONE);
    await boss.goto(`/admin-dashboard?tab=payments&show=all&q=${code}`);
    const account = boss.getByRole("link", { name: /^Account of INV-/ });
    await expect(account).toHaveCount(1);
    await account.press("Enter");
    const sheet = boss.getByRole("dialog", { name: "Maya Chen" });
    await expect(sheet.getByRole("button", { name: "Refund" })).toBeVisible();
    await noBarrier(boss, '[role="dialog"]');
    await sheet.getByRole("button", { name: "Refund" }).press("Enter");
    const refund = boss.getByRole("dialog", { name: "Refund" });
    await expect(refund.getByLabel("Amount")).toHaveValue("10.00");
    await refund.getByRole("button", { name: "Refund" }).click();
    await expect(refund.getByText("Please give a reason.")).toBeVisible();
    await refund.getByLabel("Amount").fill("10.01");
    await expect(refund.getByText("At most $10.").last()).toBeVisible();
    await refund.getByLabel("Amount").fill("10");
    await refund.getByLabel("Reason").fill("Paid too much");
    await refund.getByRole("button", { name: "Refund" }).click();
    await expect(refund).toBeHidden();
    await expect(sheet.getByText("Paid back to you: Paid too much")).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Refund" })).toBeHidden();
    await boss.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(account).toBeFocused();
    await boss.context().close();
  });

  await page.reload();
  await expect(page.getByText("Paid back to you: Paid too much")).toBeVisible();
  await expect(page.getByText("Everything is paid.")).toBeVisible();
});

test("a bank's file is matched by its codes, looked at, and recorded once", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const maya = await customer(request, baseURL);
  await maya.count(8);
  await openPayments(page, maya.email);
  const invoice = page.getByRole("listitem", { name: /^Invoice INV-/ });
  const code = await copied(page, "reference code");

  const office = await openAs(browser, baseURL, "admin", PHONE);
  await office.goto("/admin-dashboard?tab=payments");
  const name = "statement.csv";
  const day = await campusDay(request);
  const file = [
    "Transaction Date,Description,Debit,Credit,Reference Number",
    `${day},"INTERAC e-Transfer ${code.toLowerCase()}",,${(OWED / 100).toFixed(2)},CB${code}`,
    `${day},COFFEE,4.50,,`,
  ].join("\n");
  const dialog = office.getByRole("dialog", { name: "Import bank file" });
  const lines = dialog.getByRole("list", { name: "Transfers" }).getByRole("listitem");
  const choose = async () => {
    await office.getByRole("button", { name: "Import bank file" }).click();
    await dialog
      .getByLabel("CSV file")
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(file) });
  };
  await choose();
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText("Maya Chen");
  await noBarrier(office, '[role="dialog"]');
  await dialog.getByRole("button", { name: "Record 1 payment" }).click();
  await expect(dialog).toBeHidden();
  await choose();
  await expect(lines).toContainText("Recorded already");
  await expect(dialog.getByRole("button", { name: "Record", exact: true })).toBeDisabled();
  await office.context().close();
  await page.reload();
  await expect(invoice).toContainText("Paid in full.");
});

test("once picked up, My Storage says what we have and what is due", async ({
  page,
  request,
  baseURL,
}) => {
  const maya = await customer(request, baseURL);
  await maya.count(8);
  await openSignedIn(page, "/customer-dashboard", maya.email, PASSWORD);
  await expect(page.getByText("We have your 8 items", { exact: true })).toBeVisible();
  const due = page.getByRole("region", { name: "To pay" });
  await expect(due).toContainText(`${dollars(OWED)} due `);
  await noBarrier(page);
  await due.getByRole("link", { name: `Pay ${dollars(OWED)}` }).click();
  await expect(page.getByRole("heading", { name: "Payment & Plans", level: 1 })).toBeVisible();
  await expect(page.getByRole("listitem", { name: /^Invoice INV-/ })).toContainText("Open");
});

test("a rival's quote is shown, decided once, and read as a credit line", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const maya = await customer(request, baseURL);
  await maya.count(3);
  await openPayments(page, maya.email);
  const rival = `Box Barn ${maya.email.slice(6, 18)}`;
  await page.getByRole("button", { name: "Show us a quote" }).click();
  const ask = page.getByRole("dialog", { name: "Show us a quote" });
  await ask.getByRole("button", { name: "Send quote" }).click();
  await expect(ask.getByText("Please name the company.")).toBeVisible();
  await noBarrier(page, '[role="dialog"]');
  await ask.getByLabel("Company").fill(rival);
  await ask.getByLabel("Their price").fill("200");
  await ask.getByLabel("Their quote").fill("3 boxes, May to August: $200 all in.");
  await ask.getByRole("button", { name: "Send quote" }).click();
  await expect(page.getByText("We are looking at your quote.")).toBeVisible();

  const office = await openAs(browser, baseURL, "admin", PHONE);
  const decide = await openItem(office, "price_match", rival);
  await expect(decide.getByText("3 boxes, May to August")).toBeVisible();
  // Our price for the same stands beside theirs.
  await expect(decide.getByRole("definition").filter({ hasText: /^\$[1-9]/ })).toHaveCount(2);
  await expect(decide).toContainText(/We are (not|\$[\d,.]+) above them[.,]/);
  await noBarrier(office, '[role="dialog"]');
  await decide.getByLabel("Credit").fill("13.00");
  await decide.getByLabel("Answer").fill("The same service");
  await decide.getByRole("button", { name: "Save decision" }).click();
  await expect(decide).toBeHidden();
  await expect(inboxRows(office, rival)).toHaveCount(0);
  await office.context().close();

  await page.reload();
  await expect(page.getByText(`Price match with ${rival}: The same service`)).toBeVisible();
  await expect(page.getByText("$13 credit")).toBeVisible();
  await expect(page.getByRole("listitem", { name: /^Invoice INV-/ })).toContainText(
    dollars(taxed(bundle("small").monthly_cents) - 1300),
  );
  await noBarrier(page);
});

test("by card: one page for two presses, back with its word; and a server that is away", async ({
  page,
  request,
  baseURL,
}) => {
  const maya = await customer(request, baseURL);
  await maya.count(3);
  await openPayments(page, maya.email);
  const invoice = page.getByRole("listitem", { name: /^Invoice INV-/ });
  await expect(invoice).toBeVisible();
  await expect(invoice.getByRole("button", { name: /by card/ })).toBeHidden();

  await page.route("**/rpc/payment_methods", (route) => route.fulfill({ json: { card: true } }));
  let asked = 0;
  let id = "";
  await page.route("**/rpc/start_card_payment", async (route) => {
    asked += 1;
    id = route.request().postDataJSON().invoice_id;
    if (asked === 1) {
      const refusal = { code: "PT503", message: "Card payments do not work right now." };
      return route.fulfill({ status: 503, json: { ...refusal, details: null, hint: null } });
    }
    return route.fulfill({ json: { url: `${route.request().headers().referer}?card=away` } });
  });
  await page.reload();
  const pay = invoice.getByRole("button", {
    name: `Pay ${dollars(taxed(bundle("small").monthly_cents))} by card`,
  });
  await pay.click();
  await expect(invoice.getByRole("alert")).toHaveText("Card payments do not work right now.");
  await tabTo(page, pay, 40);
  await pay.dblclick();
  await page.waitForURL(/card=away/);
  expect(asked).toBe(2);

  await page.goto(`/customer-dashboard/payments?card=cancelled&invoice=${id}`);
  await expect(page.getByText("Nothing was charged.")).toBeVisible();
  await page.goto(`/customer-dashboard/payments?card=done&invoice=${id}`);
  await expect(page.getByText("We are waiting for your bank to confirm")).toBeVisible();
  await noBarrier(page);

  await page.route("**/rpc/statement", (route) => route.abort());
  await expect(page.getByText("We can't reach the server")).toBeVisible({ timeout: 15_000 });
  await expect(invoice).toBeVisible();
  await page.unroute("**/rpc/statement");
  await expect(page.getByText("We can't reach the server")).toBeHidden({ timeout: 15_000 });
});
