import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { formatDay } from "../../lib/format/dates.ts";
import { asPerson, freeLabels } from "../crew/labels";
import { barriers } from "../support/barriers";
import { mailTo } from "../support/booking-rows";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
  PASSWORD,
} from "../support/customer-accounts";
import { openAs } from "../support/staff-session";

/** A friend's own items in a shared bundle, from both sides and at the door (rule: friend-items). */

const PHONE = { viewport: { width: 390, height: 844 } } as const;

test.use(PHONE);

async function rpc<Answer>(
  who: APIRequestContext,
  name: string,
  data: Record<string, unknown>,
): Promise<Answer> {
  const answer = await who.post(`/rest/v1/rpc/${name}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (answer.status() === 204 ? null : await answer.json()) as Answer;
}

async function withoutBarriers(page: Page) {
  expect(await barriers(page)).toEqual([]);
  const [scrollWidth, clientWidth] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(scrollWidth).toBe(clientWidth);
}

test("a friend joins, lists items, names a room, and follows the owner's changes", async ({
  page: his,
  browser,
  request,
  baseURL,
}) => {
  const maya = newAddress("maya");
  const leo = newAddress("leo");
  const owner = `Maya Chen${Date.now()}`;
  const mayaId = await confirmedAccount(request, maya, owner);
  await confirmedAccount(request, leo, "Leo Park");
  const made = await booking(request, mayaId, maya, {
    pickup_date: await campusDay(request, 40),
    pickup_time: "9:00 AM - 12:00 PM",
  });
  const hers = await asPerson(baseURL, maya, PASSWORD);
  await rpc(hers, "add_item", {
    booking_id: made.id,
    item_id: crypto.randomUUID(),
    kind: "box",
    description: "Maya's guitar",
    boxed: true,
  });
  const { token } = await rpc<{ token: string }>(hers, "invite_friends", { booking_id: made.id });

  await openSignedIn(his, `/join/${token}`, leo);
  await expect(his.getByText("You list your own items in My Storage")).toBeVisible();
  await expect(his.getByText("Everything comes back together", { exact: false })).toBeVisible();
  await withoutBarriers(his);
  await his.getByRole("button", { name: "Join Maya's bundle" }).click();
  await expect(his.getByRole("heading", { name: "Maya C.'s bundle" })).toBeVisible();

  await his.getByRole("link", { name: "My Storage" }).click();
  await expect(his.getByText("Please bring your boxes to Maya C.")).toBeVisible();
  await his.getByRole("button", { name: "List your items" }).click();
  const dialog = his.getByRole("dialog", { name: "Add Items" });
  await dialog.getByRole("button", { name: "Add an item" }).click();
  await dialog.getByLabel("What is it?").fill("Leo's lamp");
  await dialog.getByLabel("Declared value").fill("300");
  await dialog.getByRole("button", { name: "Add item" }).click();
  await expect(dialog.getByRole("list", { name: "Your items" })).toContainText("Leo's lamp");
  await expect(dialog.getByLabel("Your share")).toContainText("Protection for $300");
  await withoutBarriers(his);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(his.getByRole("main")).toContainText("Leo's lamp");
  await expect(his.getByRole("main")).not.toContainText("guitar");

  // Without a connection the room is not stored, and what was typed stays.
  const room = his.getByLabel("Your room, if it is in the same building");
  await room.fill("Room 214");
  await his.context().setOffline(true);
  await his.getByRole("button", { name: "Save", exact: true }).click();
  await expect(his.getByRole("alert")).toContainText("We can't reach the server");
  await expect(room).toHaveValue("Room 214");
  await his.context().setOffline(false);
  await his.getByRole("button", { name: "Save", exact: true }).click();
  await expect(his.getByText("Our crew comes to Room 214.", { exact: false })).toBeVisible();
  await withoutBarriers(his);

  // The owner moves the day: the friend is mailed, and sees it.
  const day = await campusDay(request, 43);
  const changes = { pickup_date: day };
  const shown = await rpc<{ fee_cents: number }>(hers, "preview_edit_booking", {
    booking_id: made.id,
    changes,
  });
  await rpc(hers, "edit_booking", {
    booking_id: made.id,
    changes,
    expected_fee_cents: shown.fee_cents,
  });
  await expect
    .poll(() => mailTo(request, leo))
    .toContain("The pickup you share with Maya C. has changed");
  await his.reload();
  await expect(his.getByLabel("The pickup")).toContainText(formatDay(day, "long"));
  await expect(his.getByText("Our crew comes to Room 214.", { exact: false })).toBeVisible();

  // The crew's stop and the office's record list both by person.
  const office = await openAs(browser, baseURL, "admin");
  await office.goto(`/admin-dashboard?tab=pickups&campus=2&date=${day}`);
  const stop = office.getByRole("listitem").filter({ hasText: owner }).first();
  await stop.getByRole("button", { name: /^More/ }).click();
  await office.getByRole("menuitem", { name: /Items to hand over/ }).click();
  const listed = office.getByRole("dialog", { name: "Items to hand over" });
  await expect(listed.getByRole("heading", { name: "Leo Park 1 item. Room 214" })).toBeVisible();
  await expect(listed.getByRole("list", { name: "Items of Leo Park" })).toContainText("Leo's lamp");
  await listed.getByRole("button", { name: "Done" }).click();

  // At the door the crew reads whose each item is, and adds one for the friend.
  const staff = await asPerson(baseURL, "admin");
  const [label] = (await freeLabels(staff, 1)) as [string];
  await stop.getByRole("button", { name: /^More/ }).click();
  await office.getByRole("menuitem", { name: "Scan items" }).click();
  const door = office.getByRole("dialog", { name: /^Items of/ });
  const rows = door.getByRole("list", { name: "Items of Leo Park" });
  await expect(rows).toContainText("Leo's lamp");
  await door.getByLabel("New items belong to").selectOption({ label: "Leo Park" });
  await door
    .getByLabel("The next free label goes on")
    .selectOption({ label: "New item: Mini fridge" });
  await door.getByLabel(/type the code/i).fill(label);
  await door.getByRole("button", { name: "Enter" }).click();
  await expect(rows).toContainText("Mini fridge");
  await expect(rows.getByText("not sent")).toHaveCount(0);
  await office.goto(`/admin-dashboard?tab=bookings&booking=${made.id}`);
  const items = office.getByRole("list", { name: "Items of Leo Park" });
  await expect(items).toContainText("Leo's lamp");
  await expect(items).toContainText(label);
  await expect(items).not.toContainText("guitar");
  await expect(office.getByRole("list", { name: "Items of the booking" })).toContainText("guitar");
  await staff.dispose();
  await hers.dispose();
});

test("a full bundle lets no more friends in, and says so", async ({ page, request, baseURL }) => {
  const maya = newAddress("maya");
  const mayaId = await confirmedAccount(request, maya, "Maya Chen");
  const made = await booking(request, mayaId, maya, {
    pickup_date: await campusDay(request, 41),
  });
  const hers = await asPerson(baseURL, maya, PASSWORD);
  const { token } = await rpc<{ token: string }>(hers, "invite_friends", { booking_id: made.id });
  for (let friend = 0; friend < 7; friend += 1) {
    const email = newAddress(`friend${friend}`);
    await confirmedAccount(request, email, `Friend ${friend}`);
    const theirs = await asPerson(baseURL, email, PASSWORD);
    await rpc(theirs, "accept_invite", { token });
    await theirs.dispose();
  }
  await page.goto(`/join/${token}`);
  await expect(page.getByText("Every place of this bundle is taken.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Book Storage Now" })).toBeVisible();
  await hers.dispose();
});
