import { type Locator, type Page, type Route, test } from "@playwright/test";
import { asService, expect, openAs } from "../support/staff-session";
import { asPerson, browserSeeing, freeLabels, photo } from "./labels";
import { address, book, freeDay, inOrder, stop } from "./pickup-days";

test.describe.configure({ timeout: 120_000 });

/** And not the page's own scripts. */
const FILES = /\/files[/?]/;
const PHONE = { width: 360, height: 640 };
// Days of their own, which a worker is too early for: the office scans at them.
const bar = (page: Page) => page.getByRole("region", { name: "Next stop" });
const door = (page: Page) => page.getByRole("dialog", { name: /^Items of/ });
const last = (page: Page) => page.getByRole("status", { name: "Last scan" });
const rows = (page: Page): Locator =>
  door(page).getByRole("list", { name: "Items" }).getByRole("listitem");

/** No way to the server but for the page's own files, as in a cellar with a page that is open. */
async function cut(page: Page): Promise<() => Promise<void>> {
  const ways = ["**/rest/v1/**", FILES, "**/live/**"];
  const abort = (route: Route) => route.abort();
  for (const way of ways) await page.route(way, abort);
  return async () => {
    for (const way of ways) await page.unroute(way, abort);
  };
}

async function type(page: Page, code: string): Promise<void> {
  await door(page)
    .getByLabel(/type the code/i)
    .fill(code);
  await door(page).getByRole("button", { name: "Enter" }).click();
}

/** Says what the next labels go on: a listed item, or a new one of a kind. */
async function choose(page: Page, label: string): Promise<void> {
  await door(page).getByLabel("The next free label goes on").selectOption({ label });
}

async function itemsOf(service: Awaited<ReturnType<typeof asService>>, day: string) {
  const found = await service.get(
    `/rest/v1/bookings?select=id,items:items(id,number,label_code,state,damaged,heavy)&pickup_date=eq.${day}&items.order=number`,
  );
  return (await found.json())[0].items;
}

test("items are labelled at the door without a signal, through a reload, and sent in order", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const service = await asService(baseURL);
  const office = await asPerson(baseURL, "admin");
  const [one, two, three] = (await freeLabels(office, 3)) as [string, string, string];
  await book(service, day, ["Nia"]);
  const crew = await openAs(browser, baseURL, "admin", PHONE);
  // This phone's clock is an hour fast.
  await crew.addInitScript(() => {
    const Real = Date;
    class Fast extends Real {
      constructor(...given: []) {
        super(...(given.length > 0 ? given : ([Real.now() + 3_600_000] as unknown as [])));
      }
      static override now() {
        return Real.now() + 3_600_000;
      }
    }
    globalThis.Date = Fast as DateConstructor;
  });
  await crew.goto(address(day));
  await inOrder(crew, "Nia");
  const back = await cut(crew);

  await bar(crew)
    .getByRole("button", { name: /^Scan items of Nia/ })
    .click();
  await expect(door(crew).getByText("There is no camera here")).toBeVisible();
  await type(crew, "SS-AAAAA-A");
  await expect(last(crew)).toContainText("This is no label of ours");
  // Nothing is listed: a new item is added on request alone.
  await type(crew, one.toLowerCase());
  await expect(last(crew)).toContainText("Choose a new item first");
  await choose(crew, "New item: Box");
  await type(crew, one.toLowerCase());
  await expect(rows(crew)).toHaveCount(1);
  await choose(crew, "New item: Mini fridge");
  await type(crew, two);
  await expect(rows(crew).nth(1)).toContainText("Mini fridge");
  await type(crew, one);
  await expect(last(crew)).toContainText("Scanned already");
  await rows(crew)
    .first()
    .locator("input[type=file]")
    .setInputFiles(await photo());
  await expect(rows(crew).first()).toContainText("1 photo");
  await rows(crew)
    .nth(1)
    .getByRole("button", { name: /^More for 2/ })
    .click();
  await crew.getByRole("menuitem", { name: /^Over 50 lb/ }).click();
  await expect(rows(crew).nth(1)).toContainText("Over 50 lb");
  await expect(rows(crew).nth(1)).toContainText("not sent");

  // The phone restarts in the middle, still without a signal but for the page itself.
  const sent = await itemsOf(service, day);
  expect(sent).toEqual([]);
  let through = false;
  for (const way of ["**/rest/v1/rpc/record_events", FILES])
    await crew.route(way, (route) => (through ? route.continue() : route.abort()));
  await back();
  await crew.reload();
  await inOrder(crew, "Nia");
  await expect(bar(crew).getByText(/5 changes kept here/)).toBeVisible();
  await bar(crew)
    .getByRole("button", { name: /^Scan items of Nia/ })
    .click();
  await expect(rows(crew)).toHaveCount(2);
  await choose(crew, "New item: Box");
  await type(crew, three);
  await expect(door(crew)).toContainText("3 of 3 taken along");
  through = true;
  await expect(rows(crew).getByText("not sent")).toHaveCount(0);

  const items = await itemsOf(service, day);
  expect(items.map((item: { label_code: string }) => item.label_code)).toEqual([one, two, three]);
  expect(items.map((item: { state: string }) => item.state)).toEqual([
    "picked_up",
    "picked_up",
    "picked_up",
  ]);
  expect(items[1].heavy).toBe(true);
  const events = await (
    await office.get(`/rest/v1/item_events?item_id=eq.${items[0].id}&order=at`)
  ).json();
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["picked_up", "note"]);
  // Put right: nothing happened an hour ahead.
  expect(Math.abs(Date.parse(events[0].at) - Date.now())).toBeLessThan(10 * 60_000);
  expect(Math.round(events[0].clock_offset_ms / 3_600_000)).toBe(-1);
  await expect
    .poll(async () => (await office.get(`/files/${events[1].photo_id}`)).status())
    .toBe(200);
  await door(crew).getByRole("button", { name: "Done" }).click();
  await stop(crew, "Nia")
    .getByRole("button", { name: /^Complete/ })
    .click();
  await expect(crew.getByText("3 of 3 scanned")).toBeVisible();
  await expect(crew.getByLabel("Items (optional)")).toHaveValue("3");
  await crew.context().close();
  await service.dispose();
  await office.dispose();
});

test("without room on the device, what is scanned stays in memory until it is sent", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const service = await asService(baseURL);
  const office = await asPerson(baseURL, "admin");
  const [label] = (await freeLabels(office, 1)) as [string];
  await book(service, day, ["Omar"]);
  const crew = await openAs(browser, baseURL, "admin", PHONE);
  await crew.addInitScript(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await crew.goto(address(day));
  await inOrder(crew, "Omar");
  const back = await cut(crew);
  await bar(crew)
    .getByRole("button", { name: /^Scan items of Omar/ })
    .click();
  await choose(crew, "New item: Box");
  await type(crew, label);
  await expect(crew.getByText("No room on this device", { exact: true })).toBeVisible();
  await back();
  await expect(rows(crew).getByText("not sent")).toHaveCount(0);
  expect((await itemsOf(service, day))[0].label_code).toBe(label);
  await crew.context().close();
  await service.dispose();
  await office.dispose();
});

test("the camera reads the labels of a stack", async ({ baseURL }) => {
  const day = freeDay();
  const service = await asService(baseURL);
  const office = await asPerson(baseURL, "admin");
  const labels = await freeLabels(office, 2);
  await book(service, day, ["Pia"]);
  const [{ id: booking }] = await (
    await service.get(`/rest/v1/bookings?select=id&pickup_date=eq.${day}`)
  ).json();
  for (const label of labels) {
    const bound = { id: crypto.randomUUID(), kind: "bound", at: new Date().toISOString() };
    const answer = await office.post("/rest/v1/rpc/record_events", {
      data: { events: [{ ...bound, label, booking_id: booking }] },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const seeing = await browserSeeing(labels);
  const crew = await openAs(seeing, baseURL, "admin", PHONE);
  const elsewhere: string[] = [];
  crew.on("request", (asked) => {
    if (!asked.url().startsWith(baseURL ?? "") && !/^(blob|data):/.test(asked.url()))
      elsewhere.push(asked.url());
  });
  await crew.goto(address(day));
  await inOrder(crew, "Pia");
  await bar(crew)
    .getByRole("button", { name: /^Scan items of Pia/ })
    .click();
  await expect(door(crew)).toContainText("2 of 2 taken along", { timeout: 30_000 });
  await expect
    .poll(async () => (await itemsOf(service, day)).map((one: { state: string }) => one.state))
    .toEqual(["picked_up", "picked_up"]);
  // Nothing of the scanner comes from anywhere else.
  expect(elsewhere).toEqual([]);
  const pictures = process.env.PICTURES;
  if (pictures) await crew.screenshot({ path: `${pictures}/door.png` });
  await seeing.close();
  await service.dispose();
  await office.dispose();
});
