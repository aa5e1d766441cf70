import { type Locator, type Page, test } from "@playwright/test";
import { address, book, freeDay, stop } from "../crew/pickup-days";
import { adminApi, returning, runsAddress } from "../crew/run-days";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";

test.describe.configure({ timeout: 120_000 });
// What appears and goes by degrees has to end for a dialog to be ready, and to be gone.
test.use({ reducedMotion: "no-preference" });

/** What stands for something that is still read, in a dialog. */
const WAITS = [".animate-pulse", ".animate-spin", ".late"]
  .map((wait) => `[role=dialog] ${wait}`)
  .join(",");

/** What each page has read to its end: the last part of each address. */
const answered = new WeakMap<Page, Set<string>>();

/** Keeps what the page reads, and every sign of a wait that a dialog of it draws, however short. */
async function watchWaits(page: Page): Promise<() => Promise<string[]>> {
  const names = new Set<string>();
  answered.set(page, names);
  page.on("requestfinished", (request) => {
    names.add(new URL(request.url()).pathname.split("/").at(-1) ?? "");
  });
  await page.addInitScript((waits) => {
    const seen: string[] = [];
    Object.assign(window, { __waits: seen });
    new MutationObserver(() => {
      for (const one of document.querySelectorAll(waits)) seen.push(one.outerHTML);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  }, WAITS);
  return () => page.evaluate(() => (window as unknown as { __waits: string[] }).__waits);
}

/**
 * Points at a button until all that it leads to is read, named by the last part of each address,
 * and the page has taken it in; then presses it.
 */
async function pressKnowing(page: Page, opener: Locator, reads: readonly string[]): Promise<void> {
  await opener.hover();
  // Where the button came to lie under the pointer by itself, they were read before.
  await expect
    .poll(() => reads.filter((name) => !answered.get(page)?.has(name)), { timeout: 30_000 })
    .toEqual([]);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  await opener.click();
}

/** A customer with an account, a booking and a listed item. */
async function customer(baseURL: string | undefined, name: string, day: string) {
  const service = await asService(baseURL);
  const email = `${name}.${tag()}@students.example`.toLowerCase();
  const made = await service.post("/auth/v1/admin/users", {
    data: { email, email_confirm: true, user_metadata: { full_name: `${name} ${tag()}` } },
  });
  const { id } = (await made.json()) as { id: string };
  const answer = await service.post("/rest/v1/bookings", {
    data: {
      campus_id: 1,
      user_id: id,
      first_name: name,
      last_name: tag(),
      email,
      pickup_date: day,
      pickup_time: "9:00 AM - 12:00 PM",
      building_name: "North Tower",
      address: "Room 12",
      status: "confirmed",
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const [booking] = (await answer.json()) as { id: string }[];
  const item = await service.post("/rest/v1/items", {
    data: {
      id: crypto.randomUUID(),
      booking_id: booking?.id,
      user_id: id,
      number: 1,
      kind: "box",
      description: "Books",
      boxed: true,
      heavy: false,
    },
  });
  expect(item.status(), await item.text()).toBe(201);
  await service.dispose();
  return { id, email, name: `${name} ${tag()}` };
}

test("a record opens with all of it at once, and so does each of its forms", async ({
  browser,
  baseURL,
}) => {
  const one = await customer(baseURL, "Quill", "2049-05-04");
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  const waits = await watchWaits(page);
  const calendar = page.waitForResponse(/\/calendar-[^/]*\.js$/);
  await page.goto(`/admin-dashboard?tab=bookings&q=${tag()}+quill`);
  const dialog = page.getByRole("dialog");
  await pressKnowing(page, page.getByRole("link", { name: `View booking of ${one.name}` }), [
    "booking_notes",
    "items",
    "account_invitation",
    "delivery_quote",
  ]);
  await expect(dialog.getByRole("region", { name: "Customer Information" })).toContainText(
    one.email,
  );
  await expect(dialog.getByRole("list", { name: "Items of the booking" })).toContainText("Books");
  await pressKnowing(page, dialog.getByRole("button", { name: "Cancel booking" }), [
    "preview_cancellation",
  ]);
  await expect(dialog.getByRole("button", { name: "Cancel free of charge" })).toBeEnabled();
  // Its code comes with the record, and is run by now.
  await page.evaluate((code) => import(code), (await calendar).url());
  await dialog.getByRole("button", { name: "Change date" }).click();
  await expect(dialog.getByRole("grid")).toBeVisible();
  await pressKnowing(page, dialog.getByRole("button", { name: "Propose a fee" }), [
    "fees_of_terms",
  ]);
  await expect(dialog.getByLabel("Fee")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await pressKnowing(page, page.getByRole("button", { name: "Views" }), ["saved_views"]);
  await expect(dialog).toContainText("No views yet");
  expect(await waits()).toEqual([]);
  await page.context().close();
});

test("a crew sees the items of a booking, and no claims", async ({ browser, baseURL }) => {
  const one = await customer(baseURL, "Rill", "2049-05-05");
  const page = await openAs(browser, baseURL, "worker");
  await page.goto(`/admin-dashboard?tab=bookings&q=${tag()}+rill`);
  await page.getByRole("link", { name: `View booking of ${one.name}` }).click();
  const items = page.getByRole("dialog").getByRole("list", { name: "Items of the booking" });
  await expect(items).toContainText("Books");
  await page.context().close();
});

test("a customer's drawer begins with what the list knows, which stays in its place", async ({
  browser,
  baseURL,
}) => {
  const one = await customer(baseURL, "Sorrel", "2049-05-06");
  const page = await openAs(browser, baseURL, "admin");
  // The look is logged, so that nothing is read before it opens: it is held here.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/rpc/customer_file", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/admin-dashboard?tab=customers&q=sorrel+${tag()}`);
  await page.getByRole("link", { name: `View ${one.name}` }).click();
  const drawer = page.getByRole("dialog", { name: one.name });
  const email = drawer.getByRole("link", { name: one.email });
  await expect(email).toBeVisible();
  await expect(drawer.getByText(/^SS-/)).toBeVisible();
  await drawer.evaluate((sheet) =>
    Promise.all(sheet.getAnimations().map(({ finished }) => finished)),
  );
  const before = await email.boundingBox();
  release();
  await expect(drawer.getByRole("heading", { name: "Bookings (1)" })).toBeVisible();
  expect(await email.boundingBox()).toEqual(before);
  await page.context().close();
});

test("the dialogs of a day of runs and of a stop's record open with their contents", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const api = await adminApi(baseURL);
  await returning(service, api, ["Una", "Vic"]);
  const day = freeDay();
  await book(service, day, ["Wim"]);
  await api.dispose();
  await service.dispose();
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  const waits = await watchWaits(page);
  const dialog = page.getByRole("dialog");
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  };
  await page.goto(runsAddress);
  const run = page.getByRole("region").filter({ hasText: `Una ${tag()}` });
  await pressKnowing(page, page.getByRole("button", { name: "Pull list" }), ["pull_list"]);
  await expect(dialog).toContainText(`Una ${tag()}`);
  await close();
  await pressKnowing(page, run.getByRole("button", { name: "Crew and van" }), ["crew_members"]);
  await expect(dialog.getByRole("checkbox").first()).toBeVisible();
  await close();
  await pressKnowing(page, run.getByRole("button", { name: "Propose order" }), ["propose_order"]);
  await expect(dialog).toContainText("Saved");
  await close();

  await page.goto(address(day));
  await stop(page, "Wim")
    .getByRole("button", { name: /^Complete/ })
    .click();
  await expect(dialog).toContainText("How many items");
  await dialog.getByLabel("Items (optional)").fill("2");
  await dialog.getByRole("button", { name: "Complete with 2" }).click();
  const recorded = page.getByRole("button", { name: `what was recorded for Wim ${tag()}` });
  await pressKnowing(page, recorded, ["pickup_events"]);
  await expect(dialog).toContainText("2 items");
  expect(await waits()).toEqual([]);
  await page.context().close();
});
