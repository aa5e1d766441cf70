import { type Page, test } from "@playwright/test";
import { campusDay } from "../support/customer-accounts";
import { inboxRows, openItem } from "../support/inbox";
import { lateCodeHere } from "../support/late-code.ts";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";
import { draftsOn } from "../support/unsent";
import { address, book, freeDay, inOrder, statusOf, stop } from "./pickup-days";

test.describe.configure({ timeout: 120_000 });

const PHONE = { width: 390, height: 844 };
const bar = (page: Page) => page.getByRole("region", { name: "Next stop" });

async function sign(page: Page): Promise<void> {
  const field = page.getByRole("img", { name: "Field to sign on" });
  await field.scrollIntoViewIfNeeded();
  await field.hover({ position: { x: 40, y: 60 } });
  await page.mouse.down();
  await field.hover({ position: { x: 140, y: 90 } });
  await page.mouse.up();
}

test("a count signed without signal outlives the office's own completion", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  // A worker acts on near days alone; nobody else's journey is on this one.
  const day = await campusDay(service, -1);
  await book(service, day, ["Nia", "Omar"]);
  const crew = await openAs(browser, baseURL, "worker", PHONE);
  await crew.goto(address(day));
  await inOrder(crew, "Nia Omar");
  const office = await openAs(browser, baseURL, "admin");
  await office.goto(address(day));
  await inOrder(office, "Nia Omar");

  await lateCodeHere(crew);
  await crew.context().setOffline(true);
  await expect(bar(crew).getByText("We can't reach the server")).toBeVisible();
  await bar(crew).getByRole("button", { name: "On Way" }).click();
  await bar(crew).getByRole("button", { name: "Complete" }).click();
  await crew.getByLabel("Items (optional)").fill("6");
  await sign(crew);
  await crew.getByLabel("Comment (optional)").fill("Left by the lift");
  await crew.getByRole("button", { name: "Complete with 6, signed" }).click();
  await inOrder(crew, "Omar");
  await expect(bar(crew).getByText(/2 changes kept here/)).toBeVisible();

  await stop(office, "Nia")
    .getByRole("button", { name: /^Complete/ })
    .click();
  await office.getByLabel("Items (optional)").fill("4");
  await office.getByRole("button", { name: "Complete with 4" }).click();
  await inOrder(office, "Omar");
  await expect.poll(() => statusOf(service, "Nia")).toBe("picked_up");

  await crew.context().setOffline(false);
  await expect(crew.getByText(/Nia .*Another count stands for this stop/)).toBeVisible();
  await expect(bar(crew).getByText(/kept here/)).toBeHidden();

  // Whoever recorded it sees that it waits; the office decides, with the signature at hand.
  const mine = await openItem(crew, "count", `Nia ${tag()}`);
  await expect(mine).toContainText("The office decides");
  const waiting = await openItem(office, "count", `Nia ${tag()}`);
  await expect(office.getByText(/^Needs a person\s*\d+ waiting$/)).toBeAttached();
  await expect(waiting).toContainText("Completed, 6 items");
  await expect(waiting).toContainText("Left by the lift");
  await expect(waiting).toContainText("4 items");
  await expect(waiting.getByRole("img", { name: /^Signature of Nia/ })).toBeVisible();
  await waiting.getByLabel("Note (optional)").fill("Called Nia");
  await waiting.getByRole("button", { name: /^Accept the crew's record/ }).click();
  await expect(waiting).toHaveCount(0);
  await expect(inboxRows(office, `Nia ${tag()}`)).toHaveCount(0);
  await office.getByRole("link", { name: "Decided" }).click();
  const decided = office.getByRole("region", { name: "Decided" }).getByRole("listitem");
  const mineDecided = decided.filter({ hasText: `Nia ${tag()}` });
  await expect(mineDecided).toContainText("Crew's record accepted");
  await expect(mineDecided).toContainText("Called Nia");
  const [pickup] = await (await service.get(`/rest/v1/pickups?pickup_date=eq.${day}`)).json();
  expect(pickup.items_counted).toBe(6);
  await office.goto(address(day));
  const done = office.getByRole("region", { name: "Done" });
  await expect(done).toContainText("6 items");
  await done.getByRole("button", { name: /what was recorded for Nia/ }).click();
  await expect(office.getByRole("dialog")).toContainText("At the door");
  await expect(office.getByRole("dialog")).toContainText("Left by the lift");
  await crew.context().close();
  await office.context().close();
  await service.dispose();
});

test("two phones at one stop, and a reload with the count open", async ({ browser, baseURL }) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Pia", "Quin"]);
  const one = await openAs(browser, baseURL, "admin", { ...PHONE, fresh: true });
  const two = await openAs(browser, baseURL, "admin", { ...PHONE, fresh: true });
  for (const phone of [one, two]) {
    await phone.goto(address(day));
    await inOrder(phone, "Pia Quin");
  }
  await bar(one).getByRole("button", { name: "On Way" }).click();
  await expect(stop(two, "Pia").getByText("On the way")).toBeVisible();
  await bar(one).getByRole("button", { name: "Complete" }).click();
  await one.getByLabel("Items (optional)").fill("5");
  await sign(one);
  await expect.poll(() => draftsOn(one)).toMatch(/"strokes":"[^"]/);
  // The browser asks before it leaves a page with something typed; here it is left all the same.
  await one.reload();
  await expect(one.getByRole("button", { name: "Complete with 5, signed" })).toBeVisible();
  await expect(one.getByLabel("Signed by")).toHaveValue(`Pia ${tag()}`);

  await lateCodeHere(two);
  await two.context().setOffline(true);
  await expect(bar(two).getByText("We can't reach the server")).toBeVisible();
  await bar(two).getByRole("button", { name: "Complete" }).click();
  await two.getByLabel("Items (optional)").fill("5");
  await two.getByRole("button", { name: "Complete with 5" }).click();
  await one.getByRole("button", { name: "Complete with 5, signed" }).click();
  await expect(one.getByText("Pickup marked as completed")).toBeVisible();

  // Signing out with something unsent asks first.
  const asked = two.waitForEvent("dialog").then(async (dialog) => {
    const words = dialog.message();
    await dialog.dismiss();
    return words;
  });
  await two.getByRole("button", { name: "Sign Out" }).click();
  expect(await asked).toContain("1 change is not sent yet");
  await expect(bar(two)).toBeVisible();
  await two.context().setOffline(false);
  await expect(bar(two).getByText(/kept here/)).toBeHidden();
  // The same count twice is no quarrel.
  await two.goto("/admin-dashboard?tab=needs-person&show=all&kind=count");
  await expect(two.getByRole("heading", { name: /^Needs a person \d+ item/ })).toBeVisible();
  await expect(inboxRows(two, `Pia ${tag()}`)).toHaveCount(0);
  const rows = await (await service.get(`/rest/v1/pickups?pickup_date=eq.${day}`)).json();
  expect(rows.map(({ items_counted }: { items_counted: number }) => items_counted)).toEqual([5]);
  expect(await statusOf(service, "Pia")).toBe("picked_up");
  await one.context().close();
  await two.context().close();
  await service.dispose();
});

test("a phone without room for what it records says so", async ({ browser, baseURL }) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Rui", "Sol"]);
  const page = await openAs(browser, baseURL, "admin", PHONE);
  await page.goto(address(day));
  await inOrder(page, "Rui Sol");
  await lateCodeHere(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.context().setOffline(true);
  await bar(page).getByRole("button", { name: "On Way" }).click();
  await expect(
    page.getByText("This change is kept in memory only.", { exact: false }),
  ).toBeVisible();
  await expect(bar(page)).toContainText("1 change in memory only");
  await page.context().setOffline(false);
  await expect(bar(page).getByText(/in memory only/)).toBeHidden();
  await expect.poll(() => statusOf(service, "Rui")).toBe("in_queue");
  await page.context().close();
  await service.dispose();
});

test("a browser that refuses to keep unsent work is named on the phone and to the office", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await book(service, day, ["Uma"]);
  const crew = await openAs(browser, baseURL, "admin", { ...PHONE, fresh: true });
  const requests: string[] = [];
  await crew.exposeFunction("noteRequest", (name: string) => requests.push(name));
  await crew.addInitScript(() => {
    const { noteRequest } = globalThis as unknown as { noteRequest: (name: string) => void };
    navigator.storage.persisted = () => Promise.resolve(false);
    navigator.storage.persist = () => {
      noteRequest("persist");
      return Promise.resolve(false);
    };
  });
  await crew.goto(address(day));
  await inOrder(crew, "Uma");
  expect(requests).toEqual([]);
  await lateCodeHere(crew);
  await crew.context().setOffline(true);
  await bar(crew).getByRole("button", { name: "On Way" }).click();
  await expect(bar(crew).getByText(/1 change kept here/)).toBeVisible();
  await expect(bar(crew).getByText(/This browser may delete it/)).toBeVisible();
  expect(requests).toEqual(["persist"]);
  await crew.context().setOffline(false);
  await expect.poll(() => statusOf(service, "Uma")).toBe("in_queue");

  const email = await crew.evaluate(
    () => JSON.parse(localStorage.getItem("sb-summerstow-auth-token") ?? "{}").user.email,
  );
  const office = await openAs(browser, baseURL, "admin");
  await office.goto("/admin-dashboard?tab=needs-person");
  const devices = office.getByRole("list", { name: "Devices that may lose unsent work" });
  await expect(devices.getByRole("listitem").filter({ hasText: email })).toHaveCount(1);
  await crew.context().close();
  await office.context().close();
  await service.dispose();
});

test("of what a crew's device keeps, what is too old goes and the rest stays", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  await book(await asService(baseURL), day, ["Kim"]);
  const crew = await openAs(browser, baseURL, "admin", PHONE);
  await crew.goto("/admin-dashboard?tab=pickups");
  /** The names of all that is kept, after `change` to the store where one is given. */
  const kept = (hours?: Record<string, number>) =>
    crew.evaluate(async (ages) => {
      const open = indexedDB.open("summerstow-crew");
      await new Promise((done) => open.addEventListener("success", done));
      const store = open.result.transaction("kept", "readwrite").objectStore("kept");
      const read = store.get("profile");
      await new Promise((done) => read.addEventListener("success", done));
      for (const [name, age] of Object.entries(ages ?? {}))
        store.put({ ...read.result, at: Date.now() - age * 3_600_000 }, name);
      const names = store.getAllKeys();
      await new Promise((done) => names.addEventListener("success", done));
      open.result.close();
      return names.result.map(String);
    }, hours);
  await crew.waitForFunction(() => localStorage.getItem("summerstow-kept") !== null);
  await kept({ "runs yesterday": 19, "runs today": 1 });
  await crew.reload();
  await expect.poll(() => kept()).not.toContain("runs yesterday");
  expect(await kept()).toContain("runs today");
});
