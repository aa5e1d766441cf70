import { type APIRequestContext, request as api, test } from "@playwright/test";
import { ownProduct } from "../owner/own-product";
import { barriers } from "../support/barriers";
import { bundle, dollars, taxed } from "../support/prices";
import { asService, DEMO_PASSWORD, expect, openAs } from "../support/staff-session";
import { type StripeDesk, stripeDesk, WEBHOOK_SECRET } from "../support/stripe-desk";

/** A grandparent abroad pays from the mail, and a refund goes back to the card (rule: payer-links). */

const OWED = dollars(taxed(bundle("medium").monthly_cents));
const PAYER = "grandpa@family.example";
const settings: Record<string, string> = {};
let desk: StripeDesk;

test.beforeAll(async () => {
  desk = await stripeDesk(() => product().url);
  Object.assign(settings, {
    STRIPE_SECRET_KEY: "sk_test_journeys",
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: desk.address,
  });
});
const product = ownProduct("card-payments", settings);
test.afterAll(() => desk.end());
test.use({ viewport: { width: 390, height: 844 } });
test.describe.configure({ timeout: 90_000 });

/** A program that is signed in as a member of staff. */
async function staff(url: string, role: "worker" | "executive"): Promise<APIRequestContext> {
  const program = await api.newContext({ baseURL: url });
  const session = await program.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: `${role}@demo.test`, password: DEMO_PASSWORD },
  });
  const { access_token } = await session.json();
  return api.newContext({
    baseURL: url,
    extraHTTPHeaders: { apikey: "anon", authorization: `Bearer ${access_token}` },
  });
}

/** A booking with eight items counted today, whose bills the grandparent pays. */
async function counted(url: string): Promise<void> {
  const service = await asService(url);
  const clock = await (await service.get("/rest/v1/rpc/campus_clock")).json();
  const made = await service.post("/rest/v1/bookings", {
    data: {
      campus_id: 2,
      first_name: "Casey",
      last_name: "Lindqvist",
      email: "casey@student.example",
      payer_email: PAYER,
      pickup_date: clock.today,
      building_name: "Nechako",
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const [booking] = await made.json();
  await service.patch(`/rest/v1/bookings?id=eq.${booking.id}`, { data: { status: "confirmed" } });
  const [turn] = await (
    await service.get(`/rest/v1/pickup_queue?booking_id=eq.${booking.id}&select=id`)
  ).json();
  const crew = await staff(url, "worker");
  const done = await crew.post("/rest/v1/rpc/set_pickup_status", {
    data: { queue_id: turn.id, status: "completed", items: 8 },
  });
  expect(done.ok(), await done.text()).toBe(true);
}

interface Mail {
  subject: string;
  links: string[];
  attachments: { filename: string; url: string }[];
}

async function mails(request: APIRequestContext, url: string): Promise<Mail[]> {
  return (await request.get(`${url}/dev/mailbox.json?to=${PAYER}`)).json();
}

test("an invoice is paid by card from its mail, and a refund goes back to the card", async ({
  browser,
  request,
}) => {
  const { url } = product();
  await counted(url);
  await expect.poll(async () => (await mails(request, url)).length, { timeout: 60_000 }).toBe(1);
  const [mail] = await mails(request, url);
  expect(mail?.subject).toContain(OWED);
  const [file] = mail?.attachments ?? [];
  expect(file?.filename).toMatch(/^INV-\d+\.pdf$/);
  const paper = await request.get(`${url}${file?.url}`);
  expect((await paper.body()).subarray(0, 5).toString()).toBe("%PDF-");

  const page = await (
    await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
  ).newPage();
  const link = mail?.links.find((one) => one.includes("/invoice/")) ?? "";
  await page.goto(new URL(link).pathname);
  await expect(page.getByText("For Casey's storage with us.")).toBeVisible();
  expect(await barriers(page, "main")).toEqual([]);
  await page.getByRole("button", { name: `Pay ${OWED} by card` }).click();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByText("Nothing was charged.")).toBeVisible();
  await page.getByLabel("Pay the next invoices with this card").check();
  await page.getByRole("button", { name: `Pay ${OWED} by card` }).click();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByText("Thank you. This invoice is paid.")).toBeVisible();
  await expect(page.getByRole("button", { name: /by card/ })).toHaveCount(0);
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
  await page.getByRole("button", { name: "Stop automatic payments" }).click();
  await expect(page.getByText("Visa ending in 4242")).toHaveCount(0);

  const service = await asService(url);
  const [invoice] = await (await service.get("/rest/v1/invoices?select=id,subtotal_cents")).json();
  const boss = await staff(url, "executive");
  const waived = await boss.post("/rest/v1/rpc/waive", {
    data: {
      once: crypto.randomUUID(),
      invoice_id: invoice.id,
      amount_cents: invoice.subtotal_cents,
      reason: "We broke a lamp.",
    },
  });
  expect(waived.ok(), await waived.text()).toBe(true);

  const office = await openAs(browser, url, "executive");
  await office.goto("/admin-dashboard?tab=payments&show=all");
  await office.getByRole("link", { name: /^Account of INV-/ }).press("Enter");
  const sheet = office.getByRole("dialog", { name: /Casey/ });
  await sheet.getByRole("button", { name: "Refund" }).click();
  await expect(office.getByText("goes back to the card that paid, by itself")).toBeVisible();
  await office.getByLabel("Reason").fill("We broke a lamp.");
  await office
    .getByRole("dialog", { name: "Refund" })
    .getByRole("button", { name: "Refund" })
    .click();
  await expect(sheet.getByText("is on its way back to the card that paid.")).toBeVisible();
});
