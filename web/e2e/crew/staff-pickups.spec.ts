import { type Locator, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { inboxRows, openItem } from "../support/inbox";
import { asService, expect, look, openAs } from "../support/staff-session";
import { tag } from "../support/tag";
import { address, book, CAMPUS, freeDay, inOrder, order, statusOf, stop } from "./pickup-days";

test.describe.configure({ timeout: 120_000 });

const handle = (page: Page, name: string) =>
  page.getByRole("button", { name: `Move ${name} ${tag()}` });

/** Lifts a stop by keyboard; the arrows then move it and Space drops it. */
async function lift(page: Page, name: string): Promise<void> {
  await handle(page, name).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(new RegExp(`^${name} ${tag()} is (lifted|at)`))).toBeAttached();
  // The arrows are heard from a timer on, which was set before this one.
  await page.evaluate(() => new Promise((heard) => setTimeout(heard)));
}

async function moveUp(page: Page, name: string, place: string): Promise<void> {
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(`${name} ${tag()} is at ${place}.`)).toBeAttached();
}

/** Draws one handle over another with the mouse. */
async function draw(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error("no handle to draw");
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 });
  await page.mouse.up();
}

test("a day is run: order, on the way, complete and undo", async ({ browser, baseURL }) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Ana", "Ben", "Cleo"]);
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(address(day));
  await expect(page.getByRole("heading", { name: /^Pickup Queue of/ })).toBeVisible();
  await inOrder(page, "Ana Ben Cleo");
  await expect(page.getByText("0 of 3 pickups done")).toBeVisible();
  const ana = stop(page, "Ana");
  await expect(ana).toContainText("9 AM–12 PM");
  await expect(ana).toContainText("Two bikes");
  await expect(ana.getByRole("link", { name: /North Tower.*map/ })).toHaveAttribute(
    "href",
    /maps.*North%20Tower/,
  );
  await expect(ana.getByRole("link", { name: /^Call/ })).toHaveAttribute(
    "href",
    "tel:+12505550188",
  );

  // By keyboard, and told as it goes.
  await lift(page, "Cleo");
  await moveUp(page, "Cleo", "place 2 of 3");
  await page.keyboard.press("Space");
  await expect(page.getByText("Route Updated").first()).toBeVisible();
  await expect(page.getByText("Pickup queue position updated").first()).toBeVisible();
  await inOrder(page, "Ana Cleo Ben");
  await expect(handle(page, "Cleo")).toBeFocused();
  // By pointer.
  await draw(page, handle(page, "Ben"), handle(page, "Ana"));
  await inOrder(page, "Ben Ana Cleo");
  // By a number, kept as typed while answers keep coming, and stored as typed.
  const number = page.getByRole("spinbutton", { name: `Order of Cleo ${tag()}` });
  // For a moment after a drop nothing can be selected, nor typed over it (@dnd-kit/core).
  await expect(async () => {
    await number.fill("-7");
    await expect(number).toHaveValue("-7", { timeout: 1_000 });
  }).toPass();
  await page.waitForResponse("**/rpc/pickup_day");
  await expect(number).toHaveValue("-7");
  await number.press("Enter");
  await inOrder(page, "Cleo Ben Ana");
  await expect(number).toHaveValue("-7");
  // What the crew goes by stands beside it.
  await expect(stop(page, "Cleo")).toContainText("Place in line: #1");
  await page.reload();
  await inOrder(page, "Cleo Ben Ana");
  await expect(number).toHaveValue("-7");

  const cleo = stop(page, "Cleo");
  await cleo.getByRole("button", { name: /^On Way/ }).click();
  await expect(page.getByText("Status Updated").first()).toBeVisible();
  await expect(page.getByText("Pickup marked as in progress")).toBeVisible();
  await expect(cleo.getByText("On the way")).toBeVisible();
  await cleo.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Mark as ready" }).click();
  await expect(cleo.getByText("Ready", { exact: true })).toBeVisible();
  await cleo.getByRole("button", { name: /^Complete/ }).click();
  await page.getByLabel("Items (optional)").fill("6");
  const field = page.getByRole("img", { name: "Field to sign on" });
  await field.hover({ position: { x: 40, y: 60 } });
  await page.mouse.down();
  await field.hover({ position: { x: 140, y: 90 } });
  await page.mouse.up();
  await expect(page.getByLabel("Signed by")).toHaveValue(`Cleo ${tag()}`);
  await page.getByLabel("Signed by").fill("Cleo's roommate");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Pickup marked as completed")).toBeVisible();
  // Who works by keyboard goes on with the next stop.
  await expect(stop(page, "Ben").getByRole("button", { name: /^On Way/ })).toBeFocused();
  await expect(page.getByText("1 of 3 pickups done")).toBeVisible();
  await inOrder(page, "Ben Ana");
  await expect(page.getByRole("spinbutton").first()).toHaveValue("1");
  const done = page.getByRole("region", { name: "Done" });
  await expect(done).toContainText("6 items");
  await done.getByRole("button", { name: "Signed by Cleo's roommate" }).click();
  await expect(page.getByRole("dialog")).toContainText("For 6 items.");
  await expect(page.getByRole("img", { name: "Signature of Cleo's roommate" })).toBeVisible();
  await page.keyboard.press("Escape");
  // The screen shows what was pressed before the server has said so.
  await expect.poll(() => statusOf(service, "Cleo")).toBe("picked_up");

  await done.getByRole("button", { name: /^Undo/ }).click();
  const asked = page.getByRole("dialog", { name: /^Take back Cleo/ });
  await expect(asked).toContainText("The invoice for 6 items is voided");
  await asked.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("0 of 3 pickups done")).toBeVisible();
  await expect(stop(page, "Cleo").getByText("On the way")).toBeVisible();
  await page.context().close();
  await service.dispose();
});

test("two at once: one sees what the other does, and a stale drag is refused", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Ana", "Ben", "Cleo"]);
  await service.dispose();
  const crew = await openAs(browser, baseURL, "admin", { width: 390, height: 844 });
  const office = await openAs(browser, baseURL, "admin");
  await crew.goto(address(day));
  await office.goto(address(day));
  await inOrder(crew, "Ana Ben Cleo");
  await inOrder(office, "Ana Ben Cleo");

  const next = crew.getByRole("region", { name: "Next stop" });
  await expect(next).toContainText("Ana");
  await next.getByRole("button", { name: "On Way" }).click();
  await expect(stop(office, "Ana").getByText("On the way")).toBeVisible();

  // The office lifts a stop; meanwhile the crew's line changes, and nothing moves under the hand.
  await lift(office, "Cleo");
  await moveUp(office, "Cleo", "place 2 of 3");
  await stop(crew, "Ben").getByRole("button", { name: /^More/ }).click();
  await crew.getByRole("menuitem", { name: "Make it the next stop" }).click();
  await inOrder(crew, "Ben Ana Cleo");
  await office.waitForResponse("**/rpc/pickup_day");
  expect(await order(office)).toBe("Ana Ben Cleo");
  await office.keyboard.press("Space");
  await expect(office.getByText("Update Failed")).toBeVisible();
  await expect(office.getByText(/^Could not update route order\. Somebody/)).toContainText(
    `It is now: 1. Ben ${tag()}, 2. Ana ${tag()}, 3. Cleo ${tag()}.`,
  );
  await inOrder(office, "Ben Ana Cleo");

  // Both complete the same stop: both are kept, they agree, and nothing happens twice.
  await stop(office, "Ana")
    .getByRole("button", { name: /^Complete/ })
    .click();
  // On a phone the stop under way is at the thumb, whichever place it has.
  const bar = crew.getByRole("region", { name: "Next stop" });
  await expect(bar).toContainText(`On the way: Ana ${tag()}`);
  await bar.getByRole("button", { name: "Complete" }).click();
  await crew.getByRole("button", { name: "Complete without a count" }).click();
  await expect(office.getByText("1 of 3 pickups done")).toBeAttached();
  await office.getByRole("button", { name: "Complete without a count" }).click();
  await expect(office.getByRole("dialog")).toBeHidden();
  await expect(office.getByText("1 of 3 pickups done")).toBeAttached();
  await inOrder(office, "Ben Cleo");
  await inOrder(crew, "Ben Cleo");
  await office.context().close();
  await crew.context().close();
});

test("Change Date with what a full window offers, Add Pickup, and a customer's wish", async ({
  browser,
  baseURL,
}) => {
  const [day, other] = [freeDay(), freeDay()];
  const service = await asService(baseURL);
  await book(service, day, ["Ana", "Ben"]);
  for (const [time_of_day, capacity] of [
    ["morning", 1],
    ["afternoon", 2],
  ] as const) {
    await service.post("/rest/v1/slot_availability", {
      data: { campus_id: CAMPUS, date: other, time_of_day, capacity, available_slots: capacity },
    });
  }
  await book(service, other, ["Full"]);
  const email = `found.${tag()}@students.example`;
  const made = await service.post("/auth/v1/admin/users", {
    data: {
      email,
      password: "demo-password",
      email_confirm: true,
      user_metadata: { full_name: `Found ${tag()}` },
    },
  });
  expect(made.ok(), await made.text()).toBe(true);

  const page = await openAs(browser, baseURL, "executive");
  await page.goto(address(day));
  await stop(page, "Ana")
    .getByRole("button", { name: /^Change Date/ })
    .click();
  const dialog = page.getByRole("dialog");
  const answered = page.waitForResponse("**/rpc/change_pickup");
  // The day is another month's: chosen by the refusal's own offer rather than by the calendar.
  await page.route("**/rpc/change_pickup", (route) =>
    route.continue({
      postData: JSON.stringify({
        ...route.request().postDataJSON(),
        pickup_date: other,
        pickup_time: "9:00 AM - 12:00 PM",
      }),
    }),
  );
  await dialog
    .getByRole("radio", { name: /^3:00 PM/ })
    .first()
    .click();
  await dialog.getByRole("combobox", { name: "Reason" }).click();
  await page.getByRole("option", { name: "Weather" }).click();
  await dialog.getByRole("textbox", { name: /Note/ }).fill("Snow");
  await dialog.getByRole("button", { name: /^Move to/ }).click();
  expect((await answered).status()).toBe(409);
  await expect(dialog.getByText(/^The pickup window .* is full\./)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await dialog
    .getByRole("button", { name: /12:00 PM - 3:00 PM$/ })
    .first()
    .click();
  await expect(dialog.getByRole("radio", { name: /^12:00 PM.*2 of 2 left/ })).toBeChecked();
  await dialog.getByRole("button", { name: /^Move to/ }).click();
  await expect(page.getByText("Date Updated")).toBeVisible();
  await inOrder(page, "Ben");

  await page.goto(address(other));
  await inOrder(page, "Full Ana");
  await page.getByRole("button", { name: "Add Pickup" }).click();
  await dialog.getByRole("searchbox").fill(`found ${tag()}`);
  await dialog.getByRole("radio", { name: new RegExp(email) }).click();
  // Nobody knows yet where they live: the crew's form asks, with what is known filled in.
  await dialog.getByRole("button", { name: "Book for them" }).click();
  await dialog.getByLabel("Phone").fill("604 555 0150");
  await dialog.getByRole("combobox", { name: "Residence" }).click();
  await page.getByRole("option", { name: "Another address" }).click();
  await dialog.getByLabel("Room or address").fill("12 Oak Street");
  await dialog.getByRole("radio", { name: /^9:00 AM.*Full/ }).click();
  await dialog.getByRole("button", { name: "Book pickup" }).click();
  await expect(dialog.getByText(/^The pickup window .* is full\./)).toBeVisible();
  await dialog.getByRole("checkbox", { name: /Add over capacity/ }).click();
  await dialog.getByRole("button", { name: "Book pickup" }).click();
  await expect(page.getByText(/^Booked: /)).toBeVisible();
  // Ana's window is the one after.
  await inOrder(page, "Full Found Ana");

  // What customers ask for at short notice is the office's to answer, in its inbox.
  const signedIn = await service.post("/auth/v1/token?grant_type=password", {
    data: { email, password: "demo-password" },
  });
  const { access_token, user } = await signedIn.json();
  const own = await service.get(`/rest/v1/bookings?select=id&user_id=eq.${user.id}`);
  const asked = await service.post("/rest/v1/rpc/ask_pickup_change", {
    headers: { apikey: "anon", authorization: `Bearer ${access_token}` },
    data: {
      booking_id: (await own.json())[0].id,
      pickup_date: freeDay(),
      pickup_time: "12:00 PM - 3:00 PM",
      note: "My exam moved",
    },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  await service.dispose();
  const queue = page.url();
  const wish = await openItem(page, "date_change", "My exam moved");
  await expect(wish).toContainText("12 PM–3 PM");
  await wish.getByRole("button", { name: /^Accept/ }).click();
  await expect(inboxRows(page, "My exam moved")).toHaveCount(0);
  await page.goto(queue);
  await inOrder(page, "Full Ana");
  await page.context().close();
});

test("a failure and a refusal are told, and the page recovers by itself", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const page = await openAs(browser, baseURL, "admin");
  await page.route("**/rpc/pickup_day", (route) =>
    route.fulfill({ status: 500, json: { code: "X", message: "no", details: null, hint: null } }),
  );
  await page.goto(address(day));
  await expect(page.getByText("Queue Fetch Error").first()).toBeVisible();
  await expect(page.getByText("Could not load pickup queue data.").first()).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^No pickups scheduled for /)).toBeVisible();

  const service = await asService(baseURL);
  await book(service, day, ["Ana"]);
  await service.dispose();
  await inOrder(page, "Ana");
  // Somebody else's refusal is told in words, and the card stays what it is.
  await page.route("**/rpc/record_pickup_events", (route) =>
    route.fulfill({
      status: 403,
      json: { code: "42501", message: "no", details: null, hint: null },
    }),
  );
  await stop(page, "Ana")
    .getByRole("button", { name: /^On Way/ })
    .click();
  await expect(
    page.getByText(/^Ana .*: Could not update pickup status\..* sent again\.$/),
  ).toBeVisible();
  await expect(stop(page, "Ana").getByText("On the way")).toBeHidden();
  await page.context().close();
});

test("the queue reads well at 390, 820 and 1440 px", async ({ browser, baseURL }) => {
  test.slow();
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Ana", "Ben"]);
  await service.dispose();
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(address(day));
  const dialog = page.getByRole("dialog");
  for (const [width, theme] of [
    [390, "light"],
    [820, "dark"],
    [1440, "light"],
  ] as const) {
    await look(page, width, theme);
    await stop(page, "Ana")
      .getByRole("button", { name: /^Change Date/ })
      .click();
    await expect(dialog.getByText("No limit").first()).toBeVisible();
    expect(await barriers(page), `${width} px`).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await stop(page, "Ben")
      .getByRole("button", { name: /^Complete/ })
      .click();
    await dialog.getByLabel("Items (optional)").fill("3");
    await expect(dialog.getByText("Signature for 3 items")).toBeVisible();
    expect(await barriers(page), `${width} px`).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await expect(dialog).toBeHidden();
    expect(await barriers(page), `${width} px`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});
