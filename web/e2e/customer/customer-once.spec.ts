import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { chooseDay } from "../support/calendar";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
  staffChange,
} from "../support/customer-accounts";
import { closeByEscape } from "../support/escape";
import { dollars, pricing, taxed, terms } from "../support/prices";

/** Two tabs, a lost answer, a clock that is a day wrong: nothing is charged or booked twice. */

const SERVICE = { apikey: "demo-service-key", authorization: "Bearer demo-service-key" };
const DAY_MS = 86_400_000;

test.use({ viewport: { width: 390, height: 844 } });

async function customer(request: APIRequestContext, inDays: number) {
  const email = newAddress("once");
  const userId = await confirmedAccount(request, email, "Maya Chen");
  const made = await booking(request, userId, email, {
    pickup_date: await campusDay(request, inDays),
    pickup_time: "9:00 AM - 12:00 PM",
  });
  return { email, id: made.id };
}

async function open(page: Page, email: string) {
  await openSignedIn(page, "/customer-dashboard", email);
  await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(3);
}

async function rowOf(request: APIRequestContext, id: string) {
  const answer = await request.get(`/rest/v1/bookings?id=eq.${id}`, { headers: SERVICE });
  const [row] = (await answer.json()) as Record<string, unknown>[];
  return row;
}

async function mails(request: APIRequestContext, email: string, subject: RegExp) {
  const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  const all = (await answer.json()) as { subject: string }[];
  return all.filter((one) => subject.test(one.subject)).length;
}

const bar = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "This booking" }).getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");

test("cancelled in two tabs, with the first answer lost: one fee, one mail", async ({
  page,
  context,
  request,
}) => {
  const { email, id } = await customer(request, 1);
  await open(page, email);
  const other = await context.newPage();
  await other.goto("/customer-dashboard");
  for (const tab of [page, other]) {
    await bar(tab, "Cancel").click();
    await expect(
      dialog(tab).getByRole("button", {
        name: `Cancel and pay ${dollars(terms.late_cancellation.cents)}`,
      }),
    ).toBeEnabled();
  }
  let lost = 0;
  await page.route("**/rpc/cancel_booking", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await dialog(page)
    .getByRole("button", { name: `Cancel and pay ${dollars(terms.late_cancellation.cents)}` })
    .dblclick();
  await expect(dialog(page)).toContainText(/can't reach the server|was cancelled/);
  await dialog(other)
    .getByRole("button", { name: `Cancel and pay ${dollars(terms.late_cancellation.cents)}` })
    .click();
  await expect(
    other.getByText(`The fee of ${dollars(terms.late_cancellation.cents)} is on your account.`),
  ).toBeVisible();
  await expect(other.getByRole("region", { name: "Current Status" })).toContainText("Cancelled");
  await closeByEscape(dialog(page));
  await expect(page.getByRole("region", { name: "Current Status" })).toContainText("Cancelled");
  expect(await rowOf(request, id)).toMatchObject({
    status: "cancelled",
    cancellation_fee_cents: terms.late_cancellation.cents,
  });
  await expect.poll(() => mails(request, email, /cancelled/i)).toBe(1);
});

test("a delivery that costs is booked once and for what was shown, from a stale tab too", async ({
  page,
  context,
  request,
}) => {
  const { email, id } = await customer(request, 20);
  await staffChange(request, `bookings?id=eq.${id}`, { status: "confirmed" });
  await open(page, email);
  const stale = await context.newPage();
  await stale.goto("/customer-dashboard");
  await expect(stale.getByRole("button", { name: /^Edit / })).toHaveCount(3);

  const day = await campusDay(request, 40);
  const choose = async (tab: Page) => {
    await tab.getByRole("button", { name: "Edit Delivery Date" }).click();
    await chooseDay(tab, day);
  };
  await choose(page);
  let lost = 0;
  await page.route("**/rpc/edit_booking", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  const save = dialog(page).getByRole("button", {
    name: `Save for ${dollars(taxed(pricing.alternative_delivery_date_cents))}`,
  });
  await save.click();
  await expect(page.getByText("Update Failed")).toBeVisible();
  // Its price is in the booking by now; the second press changes nothing and says that all is well.
  await dialog(page).getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Date Updated")).toBeVisible();

  // The other tab knows nothing of it: it is shown what is true now, and pays nothing more.
  await choose(stale);
  await dialog(stale).getByRole("button", { name: /^Save/ }).dblclick();
  await expect(stale.getByText("Date Updated")).toHaveCount(1);
  expect(await rowOf(request, id)).toMatchObject({ return_delivery_date: day });
  expect(await mails(request, email, /changed/i)).toBeLessThanOrEqual(1);
});

for (const [clock, off] of [
  ["a day ahead", DAY_MS],
  ["a day behind", -DAY_MS],
] as const) {
  test(`with a clock ${clock} the account works, by campus time`, async ({ page, request }) => {
    const { email } = await customer(request, 2);
    await page.clock.install({ time: Date.now() + off });
    await open(page, email);
    // Whatever the browser thinks.
    await expect(page.getByRole("region", { name: "What is next" })).toContainText(
      "We pick up in 2 days",
    );
    await page.getByRole("button", { name: "Edit Supply Kit Delivery" }).click();
    const today = await campusDay(request);
    await expect(dialog(page).locator(`[data-day="${today}"] button`).first()).toBeEnabled();
    const yesterday = dialog(page).locator(`[data-day="${await campusDay(request, -1)}"] button`);
    if ((await yesterday.count()) > 0) await expect(yesterday.first()).toBeDisabled();
    await closeByEscape(dialog(page));
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome, Maya Chen");
    await bar(page, "Cancel").click();
    await dialog(page)
      .getByRole("button", { name: /^Cancel/ })
      .dblclick();
    await expect(page.getByText("Booking Cancelled")).toHaveCount(1);
  });
}
