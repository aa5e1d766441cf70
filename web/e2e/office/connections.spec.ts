import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { booking, campusDay, confirmedAccount, newAddress } from "../support/customer-accounts";
import { pictures } from "../support/pictures";
import { expect, openAs } from "../support/staff-session";

/** An executive connects programs of others (rules: webhooks, api-keys, calendar-feeds). */

interface Received {
  headers: IncomingMessage["headers"];
  body: string;
}

/** A program that takes webhooks, and answers with `status`. */
async function receiving() {
  const received: Received[] = [];
  const state = { status: 200 };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { url, received, state, close: () => server.close() };
}

/** The signature that a receiver computes. */
function signature(secret: string, { headers, body }: Received): string {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

async function openConnections(page: Page): Promise<void> {
  await page.goto("/admin-dashboard?tab=settings&section=connections");
  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeVisible();
}

test("a program is told of a booking, and told again by a press", async ({
  browser,
  baseURL,
  request,
}) => {
  const program = await receiving();
  const page = await openAs(browser, baseURL, "executive");
  await openConnections(page);
  await page.getByRole("button", { name: "Add a webhook" }).click();
  const adding = page.getByRole("dialog", { name: "Add a webhook" });
  await adding.getByLabel("Address").fill("example");
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(adding.getByText("Enter a web address")).toBeVisible();
  await adding.getByLabel("Address").fill(program.url);
  await pictures(page, "webhook-add");
  expect(await barriers(page)).toEqual([]);
  await adding.getByRole("button", { name: "Add", exact: true }).click();

  const showing = page.getByRole("dialog", { name: "The webhook's secret" });
  const secret = await showing.locator("code").innerText();
  expect(secret).toMatch(/^whsec_/);
  await pictures(page, "webhook-secret");
  await showing.getByRole("button", { name: "I have copied it" }).click();
  const row = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem").filter({
    hasText: program.url,
  });
  await expect(row).toContainText("Every event");

  // It is away when it happens.
  program.state.status = 503;
  const email = newAddress("told");
  const userId = await confirmedAccount(request, email, "Tola Told");
  const { id } = await booking(request, userId, email, {
    first_name: "Tola",
    last_name: "Told",
    pickup_date: await campusDay(request, 61),
  });
  await row.getByRole("button", { name: "Deliveries" }).click();
  const log = page.getByRole("dialog", { name: "Deliveries" });
  // Other journeys book meanwhile.
  const made = log
    .getByRole("listitem")
    .filter({ hasText: "A booking is made" })
    .filter({ hasText: id });
  await expect(made).toContainText("Answer 503");
  await pictures(page, "webhook-log");
  expect(await barriers(page)).toEqual([]);
  program.state.status = 200;
  await made.getByRole("button", { name: /^Send again/ }).click();
  await expect(made).toContainText("Delivered");
  const sent = program.received.filter(
    ({ body }) => body.includes('"booking.created"') && body.includes(id),
  );
  const [first, last] = [sent[0], sent.at(-1)];
  expect(last?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(last?.body).toBe(first?.body);
  for (const one of sent) expect(one.headers["webhook-signature"]).toBe(signature(secret, one));
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: "Send a test" }).click();
  const test = log.getByRole("listitem").filter({ hasText: "A test" }).first();
  await expect(test).toContainText("Delivered");
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  program.close();
});

test("a key is shown once, reads what it may, and ends when it is revoked", async ({
  browser,
  baseURL,
  playwright,
}) => {
  const page = await openAs(browser, baseURL, "executive");
  await openConnections(page);
  // By keyboard alone.
  await page.getByRole("button", { name: "Make a key" }).focus();
  await page.keyboard.press("Enter");
  const making = page.getByRole("dialog", { name: "Make an API key" });
  await expect(making.getByLabel("Which program is it for?")).toBeFocused();
  await page.keyboard.type("Season sheet");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(making.getByLabel("Read bookings")).toBeChecked();
  await pictures(page, "key-make");
  expect(await barriers(page)).toEqual([]);
  await making.getByRole("button", { name: "Make the key" }).focus();
  await page.keyboard.press("Enter");
  const showing = page.getByRole("dialog", { name: "The new key" });
  const secret = await showing.locator("code").innerText();
  await showing.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  const program = await playwright.request.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  const read = await program.get("/rest/v1/bookings?select=id&limit=1");
  expect(await read.json()).toHaveLength(1);
  expect(await (await program.get("/rest/v1/ledger?limit=1")).json()).toEqual([]);
  await page.reload();
  const row = page
    .getByRole("list", { name: "API keys" })
    .getByRole("listitem")
    .filter({
      hasText: secret.slice(-4),
    });
  await expect(row).toContainText("Last used");
  await pictures(page, "connections");
  expect(await barriers(page)).toEqual([]);
  await row.getByRole("button", { name: "Revoke Season sheet" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
  expect((await program.get("/rest/v1/bookings?limit=1")).status()).toBe(401);
  await program.dispose();
});

test("a campus's pickups are a calendar, whose address can be renewed", async ({
  browser,
  baseURL,
  request,
}) => {
  const page = await openAs(browser, baseURL, "executive");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openConnections(page);
  await page.getByRole("button", { name: "Add a calendar" }).click();
  const adding = page.getByRole("dialog", { name: "Add a calendar" });
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(adding.getByText("Choose a calendar.")).toBeVisible();
  await adding.getByRole("combobox").selectOption({ label: "Pickups, Vancouver" });
  await pictures(page, "calendar-add");
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("list", { name: "Calendar feeds" }).getByRole("listitem").first();
  await row.getByRole("button", { name: /^Copy the address/ }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const calendar = await request.get(address);
  expect(calendar.headers()["content-type"]).toContain("text/calendar");
  const text = await calendar.text();
  expect(text).toContain("BEGIN:VEVENT");
  expect(text).toMatch(/SUMMARY:\d+ pickups?/);
  await row.getByRole("button", { name: "New address" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make a new address" }).click();
  await expect(page.getByText("The calendar has a new address")).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("There is no calendar yet.")).toBeVisible();
});

test("tests of text messages and cards say whether they work", async ({
  browser,
  baseURL,
  request,
}) => {
  const page = await openAs(browser, baseURL, "executive");
  await openConnections(page);
  await page.getByRole("button", { name: "Send a test text" }).click();
  const sending = page.getByRole("dialog", { name: "Send a test text" });
  await sending.getByLabel("Phone number").fill("1 900 555 0100");
  await sending.getByRole("button", { name: "Send" }).click();
  await expect(sending.getByRole("alert")).toContainText("We do not send text messages");
  await sending.getByLabel("Phone number").fill("604 555 0177");
  await sending.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Look at the phone +16045550177.")).toBeVisible();
  await expect(async () => {
    const mailbox = await request.get("/dev/mailbox.json?to=%2B16045550177");
    expect(await mailbox.text()).toContain("your text messages work");
  }).toPass();
  await page.getByRole("button", { name: "Check the cards" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Card payments are off" })).toBeVisible();
});
