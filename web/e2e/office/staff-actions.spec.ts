import { test } from "@playwright/test";
import { dayFromNow } from "../booking/booking-wizard";
import { barriers } from "../support/barriers";
import { booking, confirmedAccount, newAddress, staffChange } from "../support/customer-accounts";
import { inboxRows } from "../support/inbox";
import { dollars, terms } from "../support/prices";
import { asService, expect, openAs } from "../support/staff-session";

/** The office cancels and edits a booking for its customer: a reason, the fee before, History. */

test.describe.configure({ timeout: 120_000 });

/** Behind the six weeks for which the demo offers so many places. */
const DAY = dayFromNow(48);

async function newBooking(baseURL: string | undefined, last: string, day: string): Promise<string> {
  const service = await asService(baseURL);
  const made = await service.post("/rest/v1/bookings", {
    data: {
      campus_id: 2,
      first_name: "Noor",
      last_name: last,
      guest_first_name: "Noor",
      guest_last_name: last,
      email: `noor.${crypto.randomUUID()}@students.example`,
      phone: "+1 250 555 0188",
      pickup_date: day,
      pickup_time: "9:00 AM - 12:00 PM",
      delivery_option: "decide_later",
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const [row] = (await made.json()) as { id: string }[];
  await service.dispose();
  return row?.id ?? "";
}

test("Back asks before it throws away a note that is not saved, by keys alone", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "admin");
  await newBooking(baseURL, "Unsaved", DAY);
  await page.goto("/admin-dashboard?tab=bookings&q=noor+unsaved");
  await page
    .getByRole("link", { name: /^View booking/ })
    .first()
    .click();
  const detail = page.getByRole("dialog", { name: "Noor Unsaved" });
  await detail.getByRole("button", { name: "Add note" }).click();
  const note = detail.getByRole("textbox", { name: "Note" });
  await note.fill("Asked for a later window");
  await page.goBack();
  const question = detail.getByRole("alertdialog", { name: "Discard what you entered?" });
  await expect(question.getByRole("button", { name: "Go on editing" })).toBeFocused();
  await expect(page).toHaveURL(/booking=/);
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("Asked for a later window");
  await page.goBack();
  await page.keyboard.press("Shift+Tab");
  await expect(question.getByRole("button", { name: "Discard" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(detail).toBeHidden();
  await expect(page).not.toHaveURL(/booking=/);
  await page.context().close();
});

test("an admin cancels for the fee that is shown, with a reason that History keeps", async ({
  browser,
  baseURL,
}) => {
  const id = await newBooking(baseURL, "Cancelled", dayFromNow(1));
  const page = await openAs(browser, baseURL, "admin", { width: 390, height: 844 });
  await page.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  const detail = page.getByRole("dialog");
  await detail.getByRole("button", { name: "Cancel booking" }).click();
  await expect(detail.getByText("it is less than 48 hours until your pickup")).toBeVisible();
  const confirm = detail.getByRole("button", {
    name: `Cancel and charge ${dollars(terms.late_cancellation.cents)}`,
  });
  await confirm.click();
  await expect(detail.getByText("Please say why: the customer reads it.")).toBeVisible();
  expect(await barriers(page, "[role=dialog]")).toEqual([]);
  await detail.getByLabel("Why").fill("Called us: the flight moved");
  await confirm.click();
  await expect(page.getByText("Booking Cancelled").first()).toBeVisible();
  await expect(detail.getByRole("region", { name: "Additional Information" })).toContainText(
    "Called us: the flight moved",
  );
  await expect(detail.getByRole("button", { name: "Cancel booking" })).toHaveCount(0);
  const service = await asService(baseURL);
  const log = await service.get(`/rest/v1/audit_log?row_id=eq.${id}&action=eq.update&order=id`);
  const lines = (await log.json()) as { actor_role: string; after: Record<string, unknown> }[];
  expect(lines.find(({ after }) => after.status === "cancelled")).toMatchObject({
    actor_role: "admin",
    after: { status: "cancelled", reason: "Called us: the flight moved" },
  });
  await service.dispose();
  await page.context().close();
});

test("an admin edits a booking for its customer and comes back to it", async ({
  browser,
  baseURL,
}) => {
  const id = await newBooking(baseURL, "Edited", DAY);
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  await page.getByRole("dialog").getByRole("link", { name: "Edit booking" }).click();
  await expect(page.getByRole("heading", { name: "Edit Booking of Noor Edited" })).toBeVisible();
  await page.getByLabel("First Name").fill("Noora");
  const save = page.getByRole("button", { name: "Save changes" });
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page.getByText("Please say why. It is kept in History.")).toBeVisible();
  expect(await barriers(page, "main")).toEqual([]);
  await page.getByLabel("Why").fill("Misspelt on the phone");
  await save.click();
  await expect(page).toHaveURL(new RegExp(`booking=${id}`));
  await expect(page.getByRole("dialog", { name: "Noora Edited" })).toBeVisible();
  await page.context().close();
});

test("a move says what it comes to before it is made", async ({ browser, baseURL }) => {
  const [before, after] = [DAY, dayFromNow(1)];
  const id = await newBooking(baseURL, "Moved", before);
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  const detail = page.getByRole("dialog");
  await detail.getByRole("button", { name: "Change date" }).click();
  const comes = detail.getByRole("region", { name: "What it comes to" });
  await expect(comes).toHaveCount(0);
  const cell = detail.locator(`[data-day="${after}"] button`).first();
  const earlier = detail.getByRole("button", { name: /previous month/i });
  await expect(async () => {
    if ((await cell.count()) === 0) await earlier.click();
    await cell.click({ timeout: 1_000 });
  }).toPass();
  // Beside the calendar there is room for a window's words.
  const nine = detail.getByRole("radio", { name: /^9:00 AM/ });
  expect((await nine.boundingBox())?.width).toBeGreaterThan(100);
  await expect(comes).toContainText("This move is free.");
  await expect(comes).toContainText(
    `Cancelling after it costs ${dollars(terms.late_cancellation.cents)}.`,
  );
  expect(await barriers(page, "[role=dialog]")).toEqual([]);
  await detail.getByRole("button", { name: /^Move to / }).click();
  await expect(page.getByText("Date Updated")).toBeVisible();
  const service = await asService(baseURL);
  const stored = await service.get(`/rest/v1/bookings?id=eq.${id}&select=pickup_date`);
  expect(await stored.json()).toEqual([{ pickup_date: after }]);
  await service.dispose();
  await page.context().close();
});

test("a quote that is sent leads to the next one that waits", async ({
  browser,
  baseURL,
  request,
}) => {
  const street = `${Date.now()} Granville Street, Calgary`;
  for (const name of ["Ines First", "Jude Second"]) {
    const email = newAddress("quotes");
    const userId = await confirmedAccount(request, email, name);
    const [first_name, last_name] = name.split(" ");
    const made = await booking(request, userId, email, {
      first_name,
      last_name,
      pickup_date: dayFromNow(30),
      delivery_option: "different_city",
      delivery_address: street,
      return_delivery_date: dayFromNow(120),
    });
    await staffChange(request, `bookings?id=eq.${made.id}`, { status: "confirmed" });
  }
  const page = await openAs(browser, baseURL, "admin", { width: 390, height: 844 });
  // Those of the journeys beside this one come and go.
  await page.route("**/rpc/delivery_quotes_waiting*", async (route) => {
    const answer = await route.fetch();
    const all = (await answer.json()) as { address: string }[];
    await route.fulfill({ response: answer, json: all.filter((one) => one.address === street) });
  });
  await page.goto("/admin-dashboard?tab=needs-person&kind=quote");
  await inboxRows(page, street)
    .filter({ hasText: "Ines First" })
    .getByRole("link", { name: /^Open / })
    .click();
  const form = page.getByRole("region", { name: "Delivery quote" });
  await expect(form.getByRole("link", { name: /^Next quote/ })).toHaveCount(0);
  await form.getByLabel("Price in dollars").fill("180");
  await form.getByRole("button", { name: "Send quote" }).click();
  await expect(form).toContainText("Sent, not answered");
  await form.getByRole("link", { name: "Next quote: Jude Second" }).click();
  await expect(page.getByRole("dialog", { name: "Jude Second" })).toBeVisible();
  await expect(form.getByRole("button", { name: "Send quote" })).toBeVisible();
  await page.context().close();
});

test("a worker is offered neither", async ({ browser, baseURL }) => {
  const id = await newBooking(baseURL, "Seen", DAY);
  const page = await openAs(browser, baseURL, "worker");
  await page.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  const detail = page.getByRole("dialog", { name: "Noor Seen" });
  await expect(detail.getByRole("heading", { name: "Booking Details" })).toBeVisible();
  await expect(detail.getByRole("button", { name: "Cancel booking" })).toHaveCount(0);
  await expect(detail.getByRole("link", { name: "Edit booking" })).toHaveCount(0);
  await page.goto(`/admin-dashboard/bookings/${id}/edit`);
  await expect(page).toHaveURL(/\/admin-dashboard$/);
  await page.context().close();
});
