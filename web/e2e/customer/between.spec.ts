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

/** Items of these names in a stored booking, picked up by the crew; their ids. */
async function items(
  baseURL: string | undefined,
  bookingId: string,
  names: string[],
): Promise<string[]> {
  const office = await asPerson(baseURL, "admin");
  const service = await asService(baseURL);
  const ids = names.map(() => crypto.randomUUID());
  for (const [place, id] of ids.entries()) {
    const added = await service.post("/rest/v1/items", {
      data: { id, booking_id: bookingId, kind: "box", boxed: true, description: names[place] },
    });
    expect(added.status(), await added.text()).toBe(201);
    await scan(office, { kind: "picked_up", item_id: id });
  }
  await office.dispose();
  await service.dispose();
  return ids;
}

async function scan(who: APIRequestContext, event: Record<string, unknown>) {
  const at = new Date(Date.now() - 60_000).toISOString();
  const scanned = await who.post("/rest/v1/rpc/record_events", {
    data: { events: [{ id: crypto.randomUUID(), at, ...event }] },
  });
  expect(scanned.ok(), await scanned.text()).toBe(true);
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
  const box = `Books ${tag()}`;
  await items(baseURL, id, [box, "Lamp"]);
  await openSignedIn(page, "/customer-dashboard", email);
  const bar = page.getByRole("navigation", { name: "This booking" });
  const dialog = page.getByRole("dialog", { name: "Get Items Back" });
  const day = await campusDay(request, 4);

  async function book() {
    await bar.getByRole("button", { name: "Get Items Back" }).click();
    await dialog.getByRole("checkbox", { name: new RegExp(box) }).click();
    await dialog.getByRole("radio", { name: /^Collect/ }).click();
    await dialog.getByRole("button", { name: /^Day|Pick a date/ }).click();
    await chooseDay(page, day);
    await dialog.getByRole("radiogroup", { name: "Window" }).getByRole("radio").first().click();
  }
  await book();
  expect(await barriers(page, "[role=dialog]")).toEqual([]);
  const press = dialog.getByRole("button", { name: /^Book collection for \$/ });
  // The answer to the first press is lost: the second books no second collection.
  await page.route("**/rpc/book_part_return", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press.click();
  await expect(dialog.getByRole("alert")).toContainText("please try again");
  await page.unroute("**/rpc/book_part_return");
  await press.click();
  await expect(dialog).toHaveCount(0);

  await bar.getByRole("button", { name: "Get Items Back" }).click();
  const booked = dialog.getByRole("list", { name: "Booked" }).getByRole("listitem");
  await expect(booked).toHaveCount(1);
  await booked.getByRole("button", { name: "Cancel collection" }).click();
  await expect(booked).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await book();
  await press.click();
  await expect(dialog).toHaveCount(0);

  const admin = await openAs(browser, baseURL, "admin", { fresh: true });
  await admin.goto("/admin-dashboard?tab=warehouse&area=going-out");
  const mine = admin
    .getByRole("list", { name: "Going out" })
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
});

test("one item is brought to the door for its price while the rest stays", async ({
  page,
  request,
  baseURL,
}) => {
  const { id, email } = await stored(request, baseURL, "Dora", 2);
  const lamp = `Lamp ${tag()}`;
  const [, lampId] = await items(baseURL, id, ["Books", lamp]);
  await openSignedIn(page, "/customer-dashboard", email);
  const bar = page.getByRole("navigation", { name: "This booking" });
  await bar.getByRole("button", { name: "Get Items Back" }).click();
  const dialog = page.getByRole("dialog", { name: "Get Items Back" });
  await dialog.getByRole("checkbox", { name: new RegExp(lamp) }).click();
  await dialog.getByRole("radio", { name: /^Delivery/ }).click();
  await dialog.getByRole("button", { name: /^Day|Pick a date/ }).click();
  const day = await campusDay(request, 5);
  await chooseDay(page, day);
  await dialog.getByRole("radiogroup", { name: "Window" }).getByRole("radio").first().click();
  const press = dialog.getByRole("button", { name: /^Book delivery for \$/ });
  await expect(press).toBeDisabled();
  await dialog.getByLabel("Deliver to").fill("12 Late Street, Kelowna BC");
  expect(await barriers(page, "[role=dialog]")).toEqual([]);
  await press.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Delivery of 1 item")).toBeVisible();

  // The crew's day has a stop with this item alone.
  const crew = await asPerson(baseURL, "admin");
  const shown = await crew.post("/rest/v1/rpc/run_day", { data: { campus_id: 2, day } });
  const { runs } = (await shown.json()) as {
    runs: { stops: { id: string; booking_id: string; items: { id: string }[] }[] }[];
  };
  const stop = runs.flatMap(({ stops }) => stops).find((one) => one.booking_id === id);
  expect(stop?.items.map((item) => item.id)).toEqual([lampId]);
  await scan(crew, { kind: "loaded", item_id: lampId });
  await scan(crew, { kind: "delivered", item_id: lampId, stop_id: stop?.id });
  const done = await crew.post("/rest/v1/rpc/stop_state", {
    data: {
      stop_id: stop?.id,
      state: "completed",
      at: new Date().toISOString(),
      signature: { signed_by: "Dora", strokes: "M1 1L2 2" },
    },
  });
  expect(done.ok(), await done.text()).toBe(true);
  const list = page.getByRole("list", { name: "Items of this booking" });
  await expect(
    list.getByRole("listitem").filter({ hasText: lamp }).getByText("Delivered", { exact: true }),
  ).toBeVisible();
  await page.reload();
  await expect(bar.getByRole("button", { name: "Get Items Back" })).toBeVisible();
  await expect(page.getByText("Delivery of 1 item")).toHaveCount(0);
  await crew.dispose();
});

test("a part is shipped: priced by the office, accepted, and followed by its number", async ({
  browser,
  page,
  request,
  baseURL,
}) => {
  const { id, email } = await stored(request, baseURL, "Shan", 2);
  const lamp = `Lamp ${tag()}`;
  await items(baseURL, id, ["Books", lamp]);
  await openSignedIn(page, "/customer-dashboard", email);
  const bar = page.getByRole("navigation", { name: "This booking" });
  const dialog = page.getByRole("dialog", { name: "Get Items Back" });
  await bar.getByRole("button", { name: "Get Items Back" }).click();
  await dialog.getByRole("checkbox", { name: new RegExp(lamp) }).click();
  await dialog.getByRole("radio", { name: /^Ship/ }).click();
  await dialog.getByLabel("Ship to").fill("5 Harbour View, Halifax NS B3H 4R2");
  await dialog.getByRole("button", { name: "Ask for a price" }).click();
  await expect(dialog).toHaveCount(0);

  const admin = await openAs(browser, baseURL, "admin", { fresh: true });
  await admin.goto("/admin-dashboard?tab=warehouse&area=going-out");
  const mine = admin
    .getByRole("list", { name: "Going out" })
    .getByRole("listitem")
    .filter({ hasText: `Shan ${tag()}` })
    .first();
  await expect(mine).toContainText("Needs a price");
  await mine.getByLabel("Price before tax").fill("40");
  await mine.getByRole("button", { name: "Send price" }).click();
  await expect(mine).toContainText("Waiting for the customer");

  await page.reload();
  await bar.getByRole("button", { name: "Get Items Back" }).click();
  expect(await barriers(page, "[role=dialog]")).toEqual([]);
  await dialog.getByRole("button", { name: "Accept $42" }).click();
  await expect(dialog.getByText("Booked", { exact: true })).toBeVisible();

  await admin.reload();
  await mine.getByLabel("Carrier").fill("Canada Post");
  await mine.getByLabel("Tracking numbers").fill("7023210012345678");
  expect(await barriers(admin, "main")).toEqual([]);
  await mine.getByRole("button", { name: "Items sent" }).click();
  await expect(mine).toContainText("On its way");

  await page.reload();
  await bar.getByRole("button", { name: "Get Items Back" }).click();
  const link = dialog.getByRole("link", { name: "7023210012345678" });
  await expect(link).toHaveAttribute("href", /canadapost.*7023210012345678/);
  const row = page
    .getByRole("list", { name: "Items of this booking" })
    .getByRole("listitem")
    .filter({ hasText: lamp });
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(row.getByText("Shipped", { exact: true })).toBeVisible();
  await mine.getByRole("button", { name: "It has arrived" }).click();
  await expect(row.getByText("Delivered", { exact: true })).toBeVisible();
  await admin.context().close();
});
