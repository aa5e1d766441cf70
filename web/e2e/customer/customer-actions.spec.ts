import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { chooseDay } from "../support/calendar";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
  slot,
  staffChange,
} from "../support/customer-accounts";
import { closeByEscape } from "../support/escape";
import { dollars, pricing, taxed, terms } from "../support/prices";

const OTHER_DAY = dollars(taxed(pricing.alternative_delivery_date_cents));
const OTHER_PLACE = dollars(terms.location_change.min);

/** Cancel, Add Items, Book Delivery, Edit Booking and the request to staff, on a phone. */

const PHONE = { width: 390, height: 844 };
const MORNING = "9:00 AM - 12:00 PM";

test.use({ viewport: PHONE });

async function customer(
  page: Page,
  request: APIRequestContext,
  { inDays = 40, status = "pending", ...fields }: Record<string, unknown> & { inDays?: number },
) {
  const email = newAddress("account");
  const userId = await confirmedAccount(request, email, "Maya Chen");
  const pickup_date = await campusDay(request, inDays);
  const made = await booking(request, userId, email, {
    pickup_date,
    pickup_time: MORNING,
    ...fields,
  });
  if (status !== "pending") await staffChange(request, `bookings?id=eq.${made.id}`, { status });
  await openSignedIn(page, "/customer-dashboard", email);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome");
  return { id: made.id, pickup_date };
}

const bar = (page: Page) => page.getByRole("navigation", { name: "This booking" });
const dialog = (page: Page) => page.getByRole("dialog");
/** What opens and closes a part of Edit Booking, with what it holds. */
const section = (page: Page, name: string) =>
  page.locator("summary").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("Cancel: the amount on the button is the amount paid, once, and the screen follows", async ({
  page,
  request,
}) => {
  const { id } = await customer(page, request, { inDays: 1 });
  await expect(page.getByRole("region", { name: "Our visits" })).toBeVisible();
  // What was shown is stale by the time of the press.
  await page.route("**/rpc/preview_cancellation", (route) =>
    route.fulfill({ json: { fee_cents: 0, words: "Free until noon.", free_until: "noon" } }),
  );
  await bar(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toContainText("Free until noon.");
  await page.unroute("**/rpc/preview_cancellation");
  await dialog(page).getByRole("button", { name: "Cancel free of charge" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    `it is ${dollars(terms.late_cancellation.cents)} now`,
  );
  const pay = dialog(page).getByRole("button", {
    name: `Cancel and pay ${dollars(terms.late_cancellation.cents)}`,
  });
  await expect(dialog(page)).toContainText("less than 48 hours until your pickup");
  await expect(pay).toBeEnabled();
  expect(await barriers(page, '[role="dialog"]')).toEqual([]);
  await pay.dblclick();
  await expect(page.getByText("Booking Cancelled")).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Current Status" })).toContainText("Cancelled");
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Our visits" })).toHaveCount(0);
  // The plan was read before; it follows the booking all the same.
  await page.getByRole("link", { name: "Payment & Plans" }).click();
  await expect(page.getByText("This booking is cancelled, so it has no plan.")).toBeVisible();
  const log = await request.get(`/rest/v1/bookings?id=eq.${id}&select=cancellation_fee_cents`, {
    headers: { apikey: "demo-service-key", authorization: "Bearer demo-service-key" },
  });
  expect(await log.json()).toEqual([{ cancellation_fee_cents: terms.late_cancellation.cents }]);
});

test("after On Way cancelling is explained, and only phone and comments can be edited", async ({
  page,
  request,
}) => {
  await customer(page, request, { inDays: 0, status: "in_queue" });
  await bar(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toContainText("it is too late to cancel");
  await expect(dialog(page).getByRole("button", { name: /^Cancel/ })).toHaveCount(0);
  await closeByEscape(dialog(page));
  await page.getByRole("link", { name: "Edit Booking" }).click();
  await expect(page.getByText("only the phone number and your comments")).toBeVisible();
  await expect(page.getByLabel("Pickup Date")).toBeDisabled();
  await expect(page.getByLabel("First Name")).toBeDisabled();
  await page.getByLabel("Phone", { exact: true }).fill("604 555 0142");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Booking Updated")).toBeVisible();
});

test("Add Items: the price follows the list, and what may not be stored is refused", async ({
  page,
  request,
}) => {
  const { id } = await customer(page, request, {});
  await bar(page).getByRole("button", { name: "Add Items" }).click();
  const items = dialog(page);
  const list = items.getByRole("list", { name: "Your items" });
  await expect(items).toContainText("Your list is open until");
  await items.getByRole("button", { name: "Add an item" }).click();
  const what = items.getByLabel("What is it?");
  await what.fill("Camping stove and propane");
  await what.press("Enter");
  await expect(items.getByRole("alert")).toContainText("Their vapour can catch fire");
  expect(await barriers(page, '[role="dialog"]')).toEqual([]);
  // The answer to the first press is lost: pressing again adds no second one.
  let lost = true;
  await page.route("**/rpc/add_item", async (route) => {
    if (!lost) return route.continue();
    lost = false;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await what.fill("Winter clothes");
  await items.getByRole("button", { name: "Add item" }).click();
  await expect(items.getByRole("alert")).toContainText("We can't reach the server");
  await items.getByRole("button", { name: "Add item" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(items.getByRole("region", { name: "Price of the season" })).toContainText(
    "1 item: Small Bundle",
  );

  await items.getByRole("button", { name: "Add an item" }).click();
  await items.getByLabel("Kind").click();
  await page.getByRole("option", { name: "Set of weights" }).click();
  await items.getByRole("button", { name: "Add item" }).click();
  await expect(list).toContainText("over 50 lb");
  const price = items.getByRole("region", { name: "Price of the season" });
  await expect(price).toContainText("2 items");
  // Advice shows money as the sum above it does.
  await expect(price).toContainText(/One more item (costs nothing|.* a month with tax)/);
  await price.getByText("Each line explained").click();
  await expect(price).toContainText("Unboxed item over 50 lb");
  expect(await barriers(page, '[role="dialog"]')).toEqual([]);
  await items.getByRole("button", { name: "Remove Set of weights" }).click();
  await expect(price).not.toContainText("Unboxed item over 50 lb");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(price).toContainText("2 items");
  await items.getByRole("button", { name: "Remove Set of weights" }).click();
  await expect(price).toContainText("1 item:");

  // Eight boxes in one go.
  await items.getByRole("button", { name: "Add an item" }).click();
  await items.getByLabel("How many?").fill("8");
  await what.fill("Books");
  await items.getByRole("button", { name: "Add 8 items" }).click();
  await expect(price).toContainText("9 items");

  // The list is closed, what an item is worth can still rise.
  await staffChange(request, `bookings?id=eq.${id}`, { status: "in_queue" });
  await page.reload();
  await bar(page).getByRole("button", { name: "Add Items" }).click();
  await expect(items.getByRole("button", { name: "Remove Winter clothes" })).toHaveCount(0);
  await items.getByRole("button", { name: "Change Winter clothes" }).click();
  await expect(items.getByLabel("What is it?")).toHaveCount(0);
  await items.getByLabel("Declared value in dollars").fill("300");
  expect(await barriers(page, '[role="dialog"]')).toEqual([]);
  await items.getByRole("button", { name: "Save item" }).click();
  await expect(list).toContainText("$300 declared");

  await staffChange(request, `bookings?id=eq.${id}`, { status: "picked_up" });
  await page.reload();
  // Once the items are with us, what is left is how they come back, and when.
  await expect(bar(page).getByRole("button")).toHaveText([
    "Book Delivery",
    "Get Items Back",
    "Store Longer",
  ]);
});

test("Book Delivery: free days, another day for its fee, another city by quote", async ({
  page,
  request,
}) => {
  const { id } = await customer(page, request, {});
  await bar(page).getByRole("button", { name: "Book Delivery" }).click();
  await expect(dialog(page)).toContainText("as soon as we have confirmed your pickup");
  await closeByEscape(dialog(page));
  await staffChange(request, `bookings?id=eq.${id}`, { status: "confirmed" });
  await page.reload();

  await bar(page).getByRole("button", { name: "Book Delivery" }).click();
  const book = dialog(page).locator("button[type=submit]");
  await expect(book).toBeDisabled();
  await dialog(page).getByRole("radio", { name: "Same City" }).click();
  // The last of them: in July the first ones may be over before the pickup.
  await dialog(page).getByRole("group", { name: "Free return days" }).getByText("Sep 3").click();
  await dialog(page).getByRole("radio", { name: MORNING }).click();
  await dialog(page).getByLabel("Full Delivery Address").fill("12 Elm Street, Kelowna BC V1V 1V7");
  await expect(dialog(page)).toContainText("Free: this day is one of Aug 31 - Sep 3");
  expect(await barriers(page, '[role="dialog"]')).toEqual([]);
  // Sep 4, the first day after the free ones.
  await dialog(page).locator('[data-day$="-09-04"] button').first().click();
  await expect(dialog(page)).toContainText(
    `${OTHER_DAY} with tax: a delivery outside Aug 31 - Sep 3`,
  );
  await dialog(page)
    .getByRole("button", { name: `Book delivery for ${OTHER_DAY}` })
    .dblclick();
  await expect(page.getByText("Delivery Booked")).toHaveCount(1);
  // No toast lies on the bar at the thumb.
  const edge = async (box: Promise<{ y: number; height: number } | null>, foot: boolean) => {
    const found = await box;
    return found ? found.y + (foot ? found.height : 0) : Number.NaN;
  };
  const toast = page.locator("[data-sonner-toast][data-front=true]");
  await expect
    .poll(
      async () =>
        (await edge(toast.boundingBox(), true)) - (await edge(bar(page).boundingBox(), false)),
    )
    .toBeLessThan(0);
  await expect(page.getByText(/^[A-Z][a-z]{2}, Sep 4, 20\d\d$/)).toBeVisible();

  await bar(page).getByRole("button", { name: "Book Delivery" }).click();
  await dialog(page).getByRole("radio", { name: "Different City" }).click();
  await expect(dialog(page)).toContainText("Our staff send you a quote for the way");
  await dialog(page).getByRole("button", { name: "Ask for a quote" }).click();
  await expect(page.getByText("Another city: our staff send you a quote.")).toBeVisible();
});

test("Edit Booking: what it costs is on the button before it is saved", async ({
  page,
  request,
}) => {
  // Less than 24 hours away at any hour of the campus, which is seven behind UTC.
  const later = new Date(Date.now() - 7 * 3_600_000).getUTCHours() >= 14;
  await customer(
    page,
    request,
    later
      ? { inDays: 1, pickup_time: "9:00 AM - 12:00 PM" }
      : { inDays: 0, pickup_time: "3:00 PM - 6:00 PM" },
  );
  await page.getByRole("link", { name: "Edit Booking" }).click();
  await expect(page.getByText("Nothing is changed yet.")).toBeVisible();
  // What is missing is open, the rest says what was chosen.
  await expect(page.getByLabel("Phone", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Residence and room")).toBeHidden();
  await expect(section(page, "Pickup place")).toContainText("Okanagan Campus, Nechako");
  await section(page, "Pickup place").press("Enter");
  await page.getByLabel("Residence and room").fill("Cassiar, room 4");
  await section(page, "Pickup place").press("Enter");
  await expect(section(page, "Pickup place")).toContainText("Okanagan Campus, Cassiar, room 4");
  await expect(section(page, "Pickup place")).toContainText("Changed, not saved yet.");
  await expect(
    page.getByText(`${OTHER_PLACE}: changing the address with less than 24 hours to go.`),
  ).toBeVisible();
  expect(await barriers(page, "main")).toEqual([]);
  await page.getByRole("button", { name: `Save and pay ${OTHER_PLACE}` }).click();
  await expect(page.getByText("Booking Updated")).toBeVisible();
  await expect(page).toHaveURL(/\/customer-dashboard$/);
  await expect(page.getByRole("region", { name: "Current Status" })).toContainText("Cassiar");
});

test("Edit Booking: who is at the door and who pays are kept, and what is missing is named", async ({
  page,
  request,
}) => {
  const { id } = await customer(page, request, {});
  const payer = newAddress("parent");
  await page.getByRole("link", { name: "Edit Booking" }).click();
  const save = page.getByRole("button", { name: "Save changes" });
  const first = page.getByLabel("First Name");
  await first.fill("");
  await expect(
    page.getByRole("status").filter({ hasText: "First name is required" }),
  ).toBeVisible();
  // Saving opens the section that lacks something.
  await section(page, "You").click();
  await expect(first).toBeHidden();
  await save.click();
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await first.fill("Maya");
  await section(page, "Other people").click();
  await page.getByLabel("Who is at the door?").fill("Jo Park");
  await page.getByLabel("Their phone").fill("604 555 0163");
  await page.getByLabel("Email for invoices").fill("nobody");
  await expect(
    page.getByRole("status").filter({ hasText: "Enter a valid email address" }),
  ).toBeVisible();
  await page.getByLabel("Email for invoices").fill(payer);
  expect(await barriers(page, "main")).toEqual([]);
  await save.click();
  await expect(page.getByText("Booking Updated")).toBeVisible();
  const stored = await request.get(
    `/rest/v1/bookings?id=eq.${id}&select=contact_name,contact_phone,payer_email`,
    { headers: { apikey: "demo-service-key", authorization: "Bearer demo-service-key" } },
  );
  expect(await stored.json()).toEqual([
    { contact_name: "Jo Park", contact_phone: "+16045550163", payer_email: payer },
  ]);
});

test("under 24 hours another pickup is asked for, seen, and can be taken back", async ({
  page,
  request,
}) => {
  const { pickup_date } = await customer(page, request, { inDays: 0 });
  await page.getByRole("button", { name: "Edit Pickup Date & Time" }).click();
  const later = await campusDay(request, 3);
  await chooseDay(page, later);
  await expect(dialog(page)).toContainText(
    "Less than 24 hours to go, so our staff must confirm it.",
  );
  await dialog(page).getByRole("button", { name: "Ask our staff" }).click();
  await expect(page.getByText("Request Sent")).toBeVisible();
  await expect(page.getByText(/^You asked for .*, 9:00 AM - 12:00 PM$/)).toBeVisible();
  await page.getByRole("button", { name: "Withdraw request" }).click();
  await expect(page.getByText(/^You took your request for .* back\.$/)).toBeVisible();
  expect(pickup_date).toBe(await campusDay(request));
});

test("a full window offers others one press away, or a place on the waiting list", async ({
  page,
  request,
}) => {
  const date = `209${Math.floor(Math.random() * 10)}-06-${String(10 + Math.floor(Math.random() * 18))}`;
  const next = `${date.slice(0, 8)}${String(Number(date.slice(8)) + 1).padStart(2, "0")}`;
  const campus_id = 1 + Math.floor(Math.random() * 3);
  for (const [day, capacity] of [
    [date, 1],
    [next, 2],
  ] as const) {
    await slot(request, { date: day, campus_id, capacity, time_of_day: "morning" });
  }
  const other = newAddress("first");
  const otherId = await confirmedAccount(request, other, "First Come");
  const taken = { campus_id, pickup_date: date, pickup_time: MORNING };
  await booking(request, otherId, other, taken);
  await customer(page, request, {
    campus_id,
    pickup_date: `${date.slice(0, 8)}02`,
    pickup_time: MORNING,
  });

  await page.getByRole("button", { name: "Edit Pickup Date & Time" }).click();
  await dialog(page).locator(`[data-day="${date}"] button`).first().click();
  await expect(dialog(page).getByRole("list", { name: "Places left" })).toContainText("Full");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const full = dialog(page).getByRole("alert");
  await full.getByRole("button", { name: "Or tell me when a place here is free" }).click();
  await expect(full).toContainText("You are number 1 on the list.");
  expect(await barriers(page, '[role="dialog"]')).toEqual([]);
  await full.getByRole("list", { name: "Free instead" }).getByRole("button").first().click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Date Updated")).toBeVisible();
});
