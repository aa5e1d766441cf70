import { type APIRequestContext, expect, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { calendarHasFocus } from "../support/calendar";
import { booking, campusDay, confirmedAccount, newAddress } from "../support/customer-accounts";
import { openItem } from "../support/inbox";
import { openAs } from "../support/staff-session";

/** A pickup's reminder leads to pages that confirm it or move it without signing in. */

test.use({ viewport: { width: 390, height: 844 } });

const SERVICE = { apikey: "demo-service-key", authorization: "Bearer demo-service-key" };

/** Bookings of an hour after which an address gets no mail about one more (bookings/rules.py). */
const MANY = 11;

/**
 * Where the two links of a reminder lead. It goes to who has not heard of tomorrow's pickup since
 * the day before: a booking of last week, of which no mail was written.
 */
async function reminded(request: APIRequestContext) {
  const email = newAddress("reminded");
  const userId = await confirmedAccount(request, email, "Maya Chen");
  for (let at = 0; at < MANY; at += 1) await booking(request, userId, email, { pickup_date: null });
  const { id } = await booking(request, userId, email, {
    pickup_date: await campusDay(request, 1),
    pickup_time: "3:00 PM - 6:00 PM",
    created_at: `${await campusDay(request, -7)}T12:00:00Z`,
  });
  let paths: string[] = [];
  await expect(async () => {
    const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { links: string[] }[];
    const links = mails.flatMap((mail) => mail.links).map((link) => new URL(link).pathname);
    // The link that cancels is the one that moves, with another heading.
    paths = [...new Set(links.filter((path) => path.startsWith("/pickup/")))];
    expect(paths).toHaveLength(2);
  }).toPass();
  return { id, confirm: paths[0] ?? "", move: paths[1] ?? "" };
}

async function stored(request: APIRequestContext, id: string) {
  const answer = await request.get(
    `/rest/v1/bookings?id=eq.${id}&select=pickup_date,pickup_confirmed_at`,
    { headers: SERVICE },
  );
  const [row] = (await answer.json()) as {
    pickup_date: string;
    pickup_confirmed_at: string | null;
  }[];
  return row;
}

test("a link of the reminder confirms the pickup by its button, another moves it", async ({
  page,
  request,
}) => {
  const { id, confirm, move } = await reminded(request);
  await page.goto(confirm);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Does this time still work?");
  expect(await barriers(page)).toEqual([]);
  expect((await stored(request, id))?.pickup_confirmed_at).toBeNull();
  await page.getByRole("button", { name: "Yes, this time works" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("See you then");
  expect((await stored(request, id))?.pickup_confirmed_at).not.toBeNull();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("See you then");

  const before = (await stored(request, id))?.pickup_date;
  await page.goto(move);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Move your pickup");
  await page.getByLabel("New pickup date").click();
  await calendarHasFocus(page);
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: /^12:00 PM/ }).click();
  expect(await barriers(page)).toEqual([]);
  expect((await stored(request, id))?.pickup_date).toBe(before);
  // With less than a day to go it is a request, as it is for who is signed in.
  await page.getByRole("button", { name: /^(Move my pickup|Ask our staff)/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /^(Your pickup is moved|We have your request)$/,
  );
  expect(await barriers(page)).toEqual([]);
});

test("the same link cancels the booking once its fee was seen", async ({ page, request }) => {
  const { id, move } = await reminded(request);
  await page.goto(`${move}?cancel`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cancel your booking?");
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Move the pickup instead" }).click();
  await page.getByRole("button", { name: "Cancel the booking instead" }).click();
  await page.context().setOffline(true);
  const cancel = page.getByRole("button", { name: /^Cancel my booking for \$/ });
  await cancel.click();
  await expect(page.getByText("We can't reach the server. Nothing was changed")).toBeVisible();
  await page.context().setOffline(false);
  await cancel.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your booking is cancelled");
  const answer = await request.get(`/rest/v1/bookings?id=eq.${id}&select=status`, {
    headers: SERVICE,
  });
  expect(await answer.json()).toEqual([{ status: "cancelled" }]);
});

test("who has no account at hand writes to the office by the link", async ({
  browser,
  baseURL,
  page,
  request,
}) => {
  const { id, confirm } = await reminded(request);
  await page.goto(confirm);
  await page.getByRole("button", { name: "Write to us" }).click();
  const words = page.getByLabel("Your message about this booking");
  await expect(words).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Please write a message.")).toBeVisible();
  await words.fill("Does the freight elevator work?");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText("We can't reach the server.");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Message sent. We answer by email within 24 hours.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Write to us" })).toBeFocused();

  const office = await openAs(browser, baseURL, "admin");
  const waiting = await openItem(office, "conversation", "Does the freight elevator work?");
  await expect(waiting.locator(`a[href*="${id}"]`)).toHaveText("Booking");
});

test("a link that is none leads to My Storage", async ({ page }) => {
  await page.goto("/pickup/nothing-of-ours");
  await expect(page.getByText("This link does not work any more")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("link", { name: "Open My Storage" }).click();
  await expect(page).toHaveURL(/\/auth$/);
});
