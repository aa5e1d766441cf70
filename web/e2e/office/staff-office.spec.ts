import { readFile } from "node:fs/promises";
import { type Locator, test } from "@playwright/test";
import { address, book, CAMPUS, freeDay, stop, stops } from "../crew/pickup-days";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";

test.describe.configure({ timeout: 90_000 });

/** The smallest that are about, the commonest, and one on its side. */
const PHONES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
] as const;
const NAMES = "Ada Bea Cem Dov Eli Fay Gus Hal Ida Jon Kai Lou".split(" ");

test("a desk shows ten stops of a day at once, a phone the first one", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, NAMES);
  await service.dispose();
  const desk = await openAs(browser, baseURL, "admin");
  await desk.goto(address(day));
  await expect(stops(desk)).toHaveCount(NAMES.length);
  const inFull = await stops(desk).evaluateAll(
    (cards) => cards.filter((card) => card.getBoundingClientRect().bottom <= innerHeight).length,
  );
  expect(inFull).toBeGreaterThanOrEqual(10);
  await desk.context().close();
  const phone = await openAs(browser, baseURL, "admin", { width: 390, height: 844 });
  await phone.goto(address(day));
  for (const [width, height] of PHONES) {
    await phone.setViewportSize({ width, height });
    await expect(stops(phone)).toHaveCount(NAMES.length);
    // Whole, and under nothing: neither a head nor the bar for the thumb lies on it.
    const first = stops(phone).first();
    const seen = async (part: Locator) =>
      part.evaluate((one) => {
        const { top, bottom, left, height } = one.getBoundingClientRect();
        const there = document.elementFromPoint(left + 4, top + height / 2);
        return top >= 0 && bottom <= innerHeight && one.contains(there);
      });
    const name = first.getByRole("heading");
    await expect.poll(() => seen(name), `its name at ${width}x${height}`).toBe(true);
    const where = first.getByText("Room 12");
    await expect.poll(() => seen(where), `its address at ${width}x${height}`).toBe(true);
  }
  await phone.context().close();
});

test("Back closes what is open above a phone's page, and then leaves the page", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Ana"]);
  await service.dispose();
  const page = await openAs(browser, baseURL, "admin", { width: 390, height: 844, touch: true });
  await page.goto("/admin-dashboard?tab=supplies");
  await expect(page.getByRole("heading", { name: "Supply Kit Deliveries" })).toBeVisible();
  await page.goto(address(day));
  const complete = stop(page, "Ana").getByRole("button", { name: /^Complete/ });
  const dialog = page.getByRole("dialog");

  await complete.tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/tab=pickups/);

  // Closed by its own button, and opened again: one Back closes it, one more leaves.
  await complete.tap();
  await dialog.getByRole("button", { name: "Close" }).first().tap();
  await expect(dialog).toBeHidden();
  await complete.tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(stop(page, "Ana")).toContainText(tag());
  await page.goBack();
  await expect(page).toHaveURL(/tab=supplies/);
  await page.context().close();
});

test("who works here is told of a server out of reach once it is, and not before", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.goto("/admin-dashboard?tab=pickups");
  const kept = () => page.evaluate(() => localStorage.getItem("summerstow-kept") !== null);
  await expect.poll(kept).toBe(true);
  let answer: "later" | "never" = "later";
  const held: (() => void)[] = [];
  // Who this is, this device knows already.
  await page.route("**/rest/v1/users?*", async (route) => {
    if (answer === "later") await new Promise<void>((release) => held.push(release));
    await route.abort();
  });
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(page.getByText("We can't reach the server")).toHaveCount(0);
  answer = "never";
  for (const release of held) release();
  await expect(page.getByText("We can't reach the server").first()).toBeVisible();
  await page.context().close();
});

const LIST = "/admin-dashboard?tab=bookings";

test("bookings are filtered by days, in chosen columns, and kept as a view", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  for (const [name, pickup, back] of [
    ["Early", "2044-04-28", "2044-08-31"],
    ["Later", "2044-05-03", "2044-09-02"],
  ]) {
    const answer = await service.post("/rest/v1/bookings", {
      data: {
        campus_id: 1,
        first_name: name,
        last_name: `Days ${tag()}`,
        email: `${name}.${tag()}@students.example`.toLowerCase(),
        pickup_date: pickup,
        return_delivery_date: back,
        delivery_option: "same_city",
        delivery_address: "2 Oak Street",
      },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  await service.dispose();
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  const rows = page.getByRole("row").filter({ hasText: `Days ${tag()}` });
  await page.goto(`${LIST}&q=${tag()}`);
  await expect(rows).toHaveCount(2);
  await page.getByRole("combobox", { name: "Pickup date" }).click();
  await page.getByRole("option", { name: "Choose days" }).click();
  await page.goto(`${LIST}&q=days+${tag()}&date=2044-05-01..`);
  await expect(page.getByRole("button", { name: /Pickup date from/ })).toContainText("May 1, 2044");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Later");

  // What has to go back on some days, by those days, as a sheet too.
  await page.goto(`${LIST}&q=days+${tag()}&return=2044-08-31..2044-08-31`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("2 Oak Street");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^returns_/);
  const sheet = await readFile(await file.path(), "utf8");
  expect(sheet).toContain(`Early Days ${tag()}`);
  expect(sheet).not.toContain("Later");

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Delivery Option" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Delivery Option" })).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  const views = page.getByRole("dialog", { name: "Views" });
  await views.getByLabel(/^Name for the list/).fill("Back on Aug 31");
  await views.getByRole("button", { name: "Save view" }).click();
  await expect(views.getByRole("link", { name: "Back on Aug 31" })).toBeVisible();

  // Another visit, the plain list: the view is there, and leads back to all of it.
  await page.goto(`${LIST}&q=${tag()}`);
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Views" }).click();
  await views.getByRole("link", { name: "Back on Aug 31" }).click();
  await expect(views).toBeHidden();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("columnheader", { name: "Delivery Option" })).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  await views.getByRole("button", { name: "Delete view Back on Aug 31" }).click();
  await expect(views.getByText("No views yet.")).toBeVisible();
  await page.context().close();
});

test("a colleague's change appears in the list by itself, and the page alone scrolls", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const made = await service.post("/rest/v1/bookings", {
    data: {
      campus_id: 1,
      first_name: "Live",
      last_name: `Line ${tag()}`,
      email: `live.${tag()}@students.example`,
    },
  });
  const { id } = (await made.json())[0];
  const page = await openAs(browser, baseURL, "admin");
  const following = page.waitForResponse("**/live/queue?bookings=1");
  await page.goto(`${LIST}&q=live.${tag()}`);
  const row = page.getByRole("row").filter({ hasText: `Line ${tag()}` });
  await expect(row).toContainText("Pending");
  await following;
  await service.patch(`/rest/v1/bookings?id=eq.${id}`, { data: { status: "confirmed" } });
  await service.dispose();
  await expect(row).toContainText("Confirmed");

  await page.goto(LIST);
  const list = page.getByRole("region", { name: "Bookings" });
  await expect(list).toHaveAttribute("aria-busy", "false");
  expect(await list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
  // A badge has room: a cell that is cut ends in a stray dot beside it.
  await page.setViewportSize({ width: 1024, height: 768 });
  const states = list
    .getByRole("cell")
    .filter({ hasText: /^(Status)?(Pending|Confirmed|Picked Up|Delivered)$/ });
  await expect(states.first()).toBeVisible();
  expect(
    await states.evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth)),
  ).toEqual([]);
  await page.context().close();
});

test("the office closes a day with a reason, and an executive states its no-shows", async ({
  browser,
  baseURL,
}) => {
  const day = "2046-05-04";
  const service = await asService(baseURL);
  await service.delete(`/rest/v1/slot_availability?date=eq.${day}&campus_id=eq.${CAMPUS}`);
  const slot = { campus_id: CAMPUS, date: day, time_of_day: "morning", capacity: 10 };
  const offered = await service.post("/rest/v1/slot_availability", {
    data: { ...slot, available_slots: 10 },
  });
  expect(offered.status(), await offered.text()).toBe(201);
  const plan = `/admin-dashboard?tab=schedule&campus=${CAMPUS}&date=${day}`;
  const admin = await openAs(browser, baseURL, "admin");
  await admin.goto(plan);
  await admin.getByRole("button", { name: "Close this day" }).click();
  await admin.getByRole("button", { name: "Close this day" }).click();
  await expect(admin.getByText("Please say why this day takes no more bookings.")).toBeVisible();
  await admin.getByLabel("Why").fill("The loading bay is shut");
  await admin.getByRole("button", { name: "Close this day" }).click();
  // What is pointed at stays.
  const undo = admin.getByRole("button", { name: "Undo" });
  await undo.hover();
  await expect(admin.getByRole("region", { name: "Closed day" })).toContainText("loading bay");
  const refused = await service.post("/rest/v1/bookings", {
    data: {
      campus_id: CAMPUS,
      first_name: "Too",
      last_name: "Late",
      email: `late.${tag()}@students.example`,
      pickup_date: day,
      pickup_time: "9:00 AM - 12:00 PM",
    },
  });
  expect(refused.status()).toBe(409);
  await undo.click();
  await expect(admin.getByRole("button", { name: "Close this day" })).toBeVisible();
  await expect(admin.getByRole("combobox", { name: "Expected no-shows" })).toHaveCount(0);
  await admin.context().close();

  const executive = await openAs(browser, baseURL, "executive");
  await executive.goto(plan);
  await executive.getByRole("combobox", { name: "Expected no-shows" }).click();
  await executive.getByRole("option", { name: "20%: 2 more places" }).click();
  await expect(executive.getByText("Available: 12/12 slots")).toBeVisible();
  await expect(executive.getByText("2 of them for no-shows")).toBeVisible();
  await executive.context().close();
  await service.dispose();
});

test("a campus's day is printed with everything a crew needs", async ({ browser, baseURL }) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Ana", "Ben"]);
  await service.dispose();
  const page = await openAs(browser, baseURL, "admin");
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await page.goto(address(day));
  await page.getByRole("button", { name: "Print pickup sheet" }).click();
  await page.emulateMedia({ media: "print" });
  const paper = page.locator(".print-sheet");
  for (const words of ["Ana", "North Tower", "Room 12", "Two bikes", "250 555 0188", "2 to do"])
    await expect(paper.getByText(words).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(paper).toHaveCount(0);
  await page.context().close();
});
