import { type APIRequestContext, test } from "@playwright/test";
import { asPerson } from "../crew/labels";
import { barriers } from "../support/barriers";
import { chooseDay } from "../support/calendar";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
} from "../support/customer-accounts";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";

test.use({ viewport: { width: 390, height: 844 } });

/** A customer whose items were picked up today. */
async function stored(
  request: APIRequestContext,
  baseURL: string | undefined,
  first: string,
  items: number,
): Promise<{ id: string; email: string }> {
  const email = newAddress(first.toLowerCase());
  const userId = await confirmedAccount(request, email, `${first} ${tag()}`);
  const today = await campusDay(request, 0);
  const { id } = await booking(request, userId, email, {
    first_name: first,
    last_name: tag(),
    pickup_date: today,
  });
  const crew = await asPerson(baseURL, "worker");
  const day = await crew.post("/rest/v1/rpc/pickup_day", { data: { campus_id: 2, day: today } });
  const { waiting } = (await day.json()) as { waiting: { booking_id: string; queue_id: string }[] };
  const queue_id = waiting.find(({ booking_id }) => booking_id === id)?.queue_id;
  const done = await crew.post("/rest/v1/rpc/set_pickup_status", {
    data: { queue_id, status: "completed", items },
  });
  expect(done.ok(), await done.text()).toBe(true);
  await crew.dispose();
  return { id, email };
}

test("a customer stores longer by a term and sees the total first; the office sees it", async ({
  browser,
  page,
  request,
  baseURL,
}) => {
  const { id, email } = await stored(request, baseURL, "Lou", 4);
  await openSignedIn(page, "/customer-dashboard", email);
  const bar = page.getByRole("navigation", { name: "This booking" });
  await bar.getByRole("button", { name: "Store Longer" }).click();
  const dialog = page.getByRole("dialog", { name: "Store Longer" });
  await dialog.getByRole("radio", { name: /One term, 4 months/ }).click();
  const press = dialog.getByRole("button", { name: /^Store longer for \$/ });
  await expect(dialog.getByRole("status")).toContainText("for the whole storage");
  expect(await barriers(page, "[role=dialog]")).toEqual([]);

  // Without a signal nothing is changed, and the same press works later.
  await page.context().setOffline(true);
  await press.click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing was changed");
  await page.context().setOffline(false);
  await press.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Stored until/)).toBeVisible();

  await expect
    .poll(async () => {
      const mails = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      return ((await mails.json()) as { subject: string }[])
        .map(({ subject }) => subject)
        .join("\n");
    })
    .toContain("Stored until");

  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  await office.getByRole("button", { name: "Store longer" }).click();
  await expect(office.getByRole("combobox", { name: "How long" })).toContainText("One term");
  await office.context().close();
});

test("a part is collected at the warehouse: booked once, cancelled, booked again, handed over", async ({
  browser,
  page,
  request,
  baseURL,
}) => {
  const { id, email } = await stored(request, baseURL, "Cora", 3);
  const office = await asPerson(baseURL, "admin");
  const box = `Books ${tag()}`;
  const items = [crypto.randomUUID(), crypto.randomUUID()];
  const service = await asService(baseURL);
  for (const [place, item] of items.entries()) {
    const added = await service.post("/rest/v1/items", {
      data: {
        id: item,
        booking_id: id,
        kind: "box",
        boxed: true,
        description: place ? "Lamp" : box,
      },
    });
    expect(added.status(), await added.text()).toBe(201);
    const at = new Date(Date.now() - 60_000).toISOString();
    const event = { id: crypto.randomUUID(), kind: "picked_up", at, item_id: item };
    const scanned = await office.post("/rest/v1/rpc/record_events", { data: { events: [event] } });
    expect(scanned.ok(), await scanned.text()).toBe(true);
  }
  await openSignedIn(page, "/customer-dashboard", email);
  const bar = page.getByRole("navigation", { name: "This booking" });
  const dialog = page.getByRole("dialog", { name: "Collect Items" });
  const day = await campusDay(request, 4);

  async function book() {
    await bar.getByRole("button", { name: "Collect Items" }).click();
    await dialog.getByRole("checkbox", { name: new RegExp(box) }).click();
    await dialog.getByRole("button", { name: /^Day|Pick a date/ }).click();
    await chooseDay(page, day);
    await dialog.getByRole("radio").first().click();
  }
  await book();
  expect(await barriers(page, "[role=dialog]")).toEqual([]);
  const press = dialog.getByRole("button", { name: /^Book collection for \$/ });
  // The answer to the first press is lost: the second books no second collection.
  await page.route("**/rpc/book_collection", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press.click();
  await expect(dialog.getByRole("alert")).toContainText("please try again");
  await page.unroute("**/rpc/book_collection");
  await press.click();
  await expect(dialog).toHaveCount(0);

  await bar.getByRole("button", { name: "Collect Items" }).click();
  const booked = dialog.getByRole("list", { name: "Booked collections" }).getByRole("listitem");
  await expect(booked).toHaveCount(1);
  await booked.getByRole("button", { name: "Cancel collection" }).click();
  await expect(booked).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await book();
  await press.click();
  await expect(dialog).toHaveCount(0);

  const admin = await openAs(browser, baseURL, "admin", { fresh: true });
  await admin.goto("/admin-dashboard?tab=warehouse&area=collections");
  const mine = admin
    .getByRole("list", { name: "Collections" })
    .getByRole("listitem")
    .filter({ hasText: `Cora ${tag()}` });
  await expect(mine.first()).toContainText(box);
  await mine.first().getByRole("button", { name: "Hand over" }).click();
  await expect(mine).toHaveCount(0);
  const row = page
    .getByRole("list", { name: "Items of this booking" })
    .getByRole("listitem")
    .filter({ hasText: box });
  await expect(row.getByText("Delivered", { exact: true })).toBeVisible();
  await admin.context().close();
  await office.dispose();
  await service.dispose();
});
