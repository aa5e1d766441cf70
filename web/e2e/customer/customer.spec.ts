import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { bookingCode } from "../../lib/format/booking-code.ts";
import {
  bookAgain,
  booking,
  campusDay,
  confirmedAccount,
  farDay,
  newAddress,
  openSignedIn,
  PICKUP,
  slot,
  staffChange,
  tenOnCampus,
} from "../support/customer-accounts";
import { closeByEscape } from "../support/escape";

/** A customer's own dashboard: what it says about a booking, and what may be changed there. */

async function openDashboard(page: Page, email: string) {
  await openSignedIn(page, "/customer-dashboard", email);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome");
}

const label = (page: Page) => page.getByRole("region", { name: "Current Status" });
const information = (page: Page) =>
  page.getByRole("heading", { name: "Customer Information" }).locator("..");

test("somebody without a booking is led to make one", async ({ page }) => {
  await openSignedIn(page, "/customer-dashboard", "customer2@demo.test", "demo-password");
  await expect(page.getByText("No Booking Found")).toBeVisible();
  await expect(page.getByText("You haven't made a booking yet.")).toBeVisible();
  await page.getByRole("link", { name: "Book Storage Now" }).click();
  await expect(page).toHaveURL(/\/book$/);
});

test("a booking shows as its label, with who, where and when", async ({ page, request }) => {
  const email = newAddress("label");
  const id = await confirmedAccount(request, email, "Maya Chen");
  const made = await booking(request, id, email, {
    delivery_option: "decide_later",
    pickup_time: "9:00 AM - 12:00 PM",
  });
  await openDashboard(page, email);
  await expect(page.getByRole("heading", { name: "Dashboard Overview" })).toBeVisible();
  await expect(label(page).getByText("Registered")).toBeVisible();
  const code = bookingCode(made.id);
  await expect(label(page)).toContainText(code);
  await expect(label(page)).toContainText("Okanagan Campus");
  await expect(label(page)).toContainText("Apr 29");
  await expect(information(page)).toContainText(/SS-[A-Z0-9]{5}/);
  await expect(information(page)).toContainText("Maya Chen");
  await expect(information(page)).toContainText("University of British Columbia");
  await expect(page.getByText("Not scheduled", { exact: true })).toBeVisible();
  await expect(page.getByText("To Be Determined")).toBeVisible();
  const written = new Date(PICKUP).toLocaleDateString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  });
  await expect(page.getByText(written, { exact: true })).toBeVisible();

  const next = page.getByRole("region", { name: "What is next" });
  await expect(next).toContainText(/We pick up in \d+ days/);
  await next.getByRole("button", { name: "List your items" }).click();
  await closeByEscape(page.getByRole("dialog", { name: "Add Items" }));
  const entry = page.waitForEvent("download");
  await next.getByRole("button", { name: "Add to calendar" }).click();
  expect(await readFile(await (await entry).path(), "utf8")).toContain(
    `DTSTART:${PICKUP.replaceAll("-", "")}T160000Z`,
  );
});

test("each status has its words, and dates can be edited until the pickup", async ({
  page,
  request,
}) => {
  const email = newAddress("status");
  const id = await confirmedAccount(request, email, "Maya Chen");
  const made = await booking(request, id, email);
  for (const [status, words] of [
    ["confirmed", "Pickup Confirmed"],
    ["in_queue", "In Queue"],
    ["picked_up", "Items Picked Up"],
  ] as const) {
    await staffChange(request, `bookings?id=eq.${made.id}`, { status });
    await openDashboard(page, email);
    await expect(label(page).getByText(words)).toBeVisible();
    const editable = status !== "picked_up";
    await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(editable ? 3 : 0);
    await expect(page.getByText("Your items are picked up, so these dates are fixed.")).toHaveCount(
      editable ? 0 : 1,
    );
  }
});

test("booking again replaces the earlier booking, and the history says so", async ({
  page,
  request,
}) => {
  const email = newAddress("again");
  const id = await confirmedAccount(request, email, "Maya Chen");
  await booking(request, id, email);
  await bookAgain(request, email, { pickup_date: PICKUP.replace("04-29", "05-02") });
  await openDashboard(page, email);
  await expect(label(page)).toContainText("May 2");
  const rows = page.getByRole("region", { name: "Storage history" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("shown above");
  await expect(rows.nth(1)).toContainText("replaced by");
  await expect(rows.nth(1)).toContainText("Cancelled");

  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const text = await readFile(await (await file).path(), "utf8");
  const lines = text.trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain("Booking,Booked,Status");
  expect(lines[2]).toContain(",Cancelled,");
});

test.describe("on the day of the pickup", () => {
  test("the place in line counts down by itself to 'You're up!'", async ({ page, request }) => {
    test.slow();
    const email = newAddress("line");
    const id = await confirmedAccount(request, email, "Maya Chen");
    await booking(request, id, email, { pickup_date: await campusDay(request) });
    const place = (queue_position: number) =>
      staffChange(request, `pickup_queue?user_id=eq.${id}`, { queue_position });
    await tenOnCampus(page);
    await place(5);
    await openDashboard(page, email);
    const line = page.getByRole("region", { name: "Your place in line today" });
    await expect(line).toContainText("4 people ahead of you");
    await page.route("**/live/**", (route) => route.abort());
    await page.reload();
    await place(2);
    await expect(line).toContainText("Arriving shortly");
    await expect(line).toContainText("1 person ahead of you");

    // With the page's timers stopped nothing is asked for every 5 s any more: the server tells it.
    await page.unroute("**/live/**");
    await page.clock.install();
    const stream = page.waitForResponse("**/live/queue?campus_id=2");
    await page.reload();
    expect((await stream).status()).toBe(200);
    await expect(line).toContainText("1 person ahead of you");
    // As far ahead as a busy machine may need to hear of it: no clock stops in the past.
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 10_000)));
    await place(1);
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(line).toContainText("You're up!", { timeout: 100 });
    }).toPass();
    await expect(page.getByRole("timer")).toHaveCount(0);

    // On the way there is a time, and nobody is "next" any more.
    await onTheWay(request, id);
    await page.clock.resume();
    await page.reload();
    await expect(line).toContainText("Our crew is on the way");
    // The day's pace tells when they come, if it is known.
    await expect(line).toContainText(/(They left for you at|Around) \d+:\d\d [AP]M campus time\./);
    await expect(line).not.toContainText("next");
  });
});

/** The crew's On Way, for the stop of an account today. */
async function onTheWay(request: APIRequestContext, user_id: string) {
  const service = { apikey: "demo-service-key", authorization: "Bearer demo-service-key" };
  const answer = await request.post("/rest/v1/pickups", {
    headers: service,
    data: { user_id, pickup_date: await campusDay(request), status: "in_progress" },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

test.describe("in a browser on the other side of the world", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("the last day counts down to the campus hour, and ticks", async ({ page, request }) => {
    const email = newAddress("tokyo");
    const id = await confirmedAccount(request, email, "Maya Chen");
    const day = await campusDay(request, 1);
    await booking(request, id, email, { pickup_date: day, pickup_time: "9:00 AM - 12:00 PM" });
    await openDashboard(page, email);
    await expect(page.getByText("We pick up tomorrow")).toBeVisible();
    const timer = page.getByRole("timer");
    const spoken = await timer.getAttribute("aria-label");
    // Before the pickup's hour it is more than a day away, and days are counted too.
    const left = ([seconds, unit]: [number, string]) =>
      seconds * Number(spoken?.match(new RegExp(`(\\d+) ${unit}`))?.[1] ?? 0);
    const units: [number, string][] = [
      [86_400, "day"],
      [3_600, "hour"],
      [60, "minute"],
      [1, "second"],
    ];
    const counted = units.map(left).reduce((sum, seconds) => sum + seconds);
    // 9:00 AM on campus is 16:00 UTC: British Columbia stays at UTC-7.
    const expected = (Date.parse(`${day}T16:00:00Z`) - Date.now()) / 1000;
    expect(Math.abs(counted - expected)).toBeLessThan(60);
    await expect(timer).not.toHaveAttribute("aria-label", spoken ?? "");
  });
});

test("a pickup day that is over promises nothing, and says whom to call", async ({
  page,
  request,
}) => {
  const email = newAddress("past");
  const id = await confirmedAccount(request, email, "Maya Chen");
  const made = await booking(request, id, email, {
    pickup_date: await campusDay(request, -1),
    building_name: null,
  });
  await openDashboard(page, email);
  const next = page.getByRole("region", { name: "What is next" });
  await expect(next).toContainText("Your pickup day is over");
  await expect(next.getByRole("link", { name: "Call (250) 555-0139" })).toHaveAttribute(
    "href",
    "tel:+12505550139",
  );
  await expect(page.getByRole("timer")).toHaveCount(0);
  await expect(page.getByText("Your place in line today")).toHaveCount(0);
  await expect(next.getByRole("button", { name: "Choose another day" })).toBeVisible();

  // Once another day is asked for nothing is left to choose until our staff answer.
  const { access_token } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem("sb-summerstow-auth-token") ?? "{}"),
  );
  const asked = await request.post("/rest/v1/rpc/ask_pickup_change", {
    headers: { apikey: "anon", authorization: `Bearer ${access_token}` },
    data: {
      booking_id: made.id,
      pickup_date: await farDay(request),
      pickup_time: "9:00 AM - 12:00 PM",
    },
  });
  expect(asked.status(), await asked.text()).toBe(200);
  await page.reload();
  await expect(next).toContainText("We will answer by email.");
  await expect(next.getByRole("button", { name: "Choose another day" })).toHaveCount(0);

  // Another day, and still nobody knows where.
  await staffChange(request, `bookings?user_id=eq.${id}`, { pickup_date: await farDay(request) });
  await page.reload();
  await expect(next).toContainText("We do not know where to pick up yet.");
  await next.getByRole("link", { name: "Add your pickup address" }).click();
  await expect(page).toHaveURL(/\/customer-dashboard\/edit#place$/);
});

test("a server that goes away is said, nothing is lost, and the page recovers by itself", async ({
  page,
  request,
}) => {
  test.slow();
  const email = newAddress("outage");
  const id = await confirmedAccount(request, email, "Maya Chen");
  await booking(request, id, email, { pickup_date: await campusDay(request) });
  await openDashboard(page, email);
  await expect(label(page)).toBeVisible();
  await page.route("**/rest/v1/**", (route) =>
    route.fulfill({
      status: 503,
      json: { code: "08006", message: "away", details: null, hint: null },
    }),
  );
  const away = page.getByText("We can't reach the server");
  await expect(away).toBeVisible({ timeout: 30_000 });
  await expect(label(page)).toContainText("Okanagan Campus");
  await page.reload();
  await expect(away, "even for somebody who only comes now").toBeVisible();
  await expect(page).toHaveURL(/\/customer-dashboard$/);
  await page.unroute("**/rest/v1/**");
  await expect(label(page)).toContainText("Okanagan Campus");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Maya Chen");
  await expect(away).toHaveCount(0);
});

test("a refused read says so and can be tried again", async ({ page, request }) => {
  const email = newAddress("refused");
  const id = await confirmedAccount(request, email, "Maya Chen");
  await booking(request, id, email);
  await page.route("**/rest/v1/bookings?**", (route) =>
    route.fulfill({
      status: 403,
      json: {
        code: "42501",
        message: "permission denied for table bookings",
        details: null,
        hint: null,
      },
    }),
  );
  await openDashboard(page, email);
  await expect(page.getByRole("alert")).toContainText(
    "Failed to fetch bookings: permission denied for table bookings",
  );
  await page.unroute("**/rest/v1/bookings?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(label(page)).toBeVisible();
});

test("a full window keeps the date and names the window", async ({ page, request }) => {
  const email = newAddress("full");
  const id = await confirmedAccount(request, email, "Maya Chen");
  await booking(request, id, email, {
    pickup_date: "2091-05-02",
    pickup_time: "9:00 AM - 12:00 PM",
  });
  const date = `2091-05-${String(3 + Math.floor(Math.random() * 27)).padStart(2, "0")}`;
  const campus = 1 + Math.floor(Math.random() * 3);
  await staffChange(request, `bookings?user_id=eq.${id}`, { campus_id: campus });
  await slot(request, { date, campus_id: campus, capacity: 1, time_of_day: "morning" });
  const other = newAddress("first");
  const otherId = await confirmedAccount(request, other, "First Come");
  await booking(request, otherId, other, {
    campus_id: campus,
    pickup_date: date,
    pickup_time: "9:00 AM - 12:00 PM",
  });

  await openDashboard(page, email);
  await page.getByRole("button", { name: "Edit Pickup Date & Time" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Pickup Date & Time" });
  await dialog.locator(`[data-day="${date}"] button`).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Update Failed")).toBeVisible();
  await expect(dialog).toContainText(/The pickup window .* is full\./);
  await expect(page.getByText("Could not update the date. Please try again.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Wed, May 2, 2091", { exact: true })).toBeVisible();
});
