import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  type APIRequestContext,
  type BrowserContext,
  chromium,
  type Page,
  test,
} from "@playwright/test";
import { asService, DEMO_PASSWORD, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";
import { unsentOn } from "../support/unsent";
import { freeLabels, photo } from "./labels";
import { book, CAMPUS, statusOf, stop } from "./pickup-days";
import {
  adminApi,
  bring,
  done,
  line,
  nobodyThere,
  returning,
  rowsOf,
  runsAddress,
  sign,
  stopOf,
} from "./run-days";

/** Seconds from the last change to the death of the browser; KILL_AFTER_S=0,1,3,7 runs them all. */
const DELAYS_S = (process.env.KILL_AFTER_S ?? "0").split(",").map(Number);
const CHANGES = 12;
const SIZE = { width: 1100, height: 900 };
const pickupsAddress = `/admin-dashboard?tab=pickups&campus=${CAMPUS}`;
const warehouseAddress = "/admin-dashboard?tab=warehouse";

test.describe.configure({ timeout: 180_000 + 180_000 * DELAYS_S.length });

/** What one phone does and what the server must know of it later. */
interface Work {
  name: string;
  /** Does twelve changes, until the screen says that they are kept. */
  record: (page: Page) => Promise<void>;
  /** Opens the screen that says how much is kept. */
  address: string;
  said: RegExp;
  arrived: () => Promise<void>;
}

// Rule: kept-on-the-disk.
test("what the screen called kept outlives a browser that is killed", async ({ baseURL }) => {
  const service = await asService(baseURL);
  const office = await adminApi(baseURL);
  const works: { work: Work; delay: number }[] = [];
  for (const delay of DELAYS_S)
    for (const make of [runs, pickups, scans])
      works.push({ work: await make(service, office, `At${delay}`), delay });
  const base = mkdtempSync(path.join(tmpdir(), "phone-"));
  await prepare(base, baseURL);
  for (const { work, delay } of works)
    await test.step(`${work.name}, killed after ${delay} s`, async () => {
      const folder = mkdtempSync(path.join(tmpdir(), "phone-"));
      cpSync(base, folder, { recursive: true });
      let context = await open(folder, baseURL);
      await work.record(context.pages()[0] as Page);
      if (delay > 0) await pause(delay * 1_000);
      await kill(context, folder);

      context = await open(folder, baseURL);
      const page = context.pages()[0] as Page;
      await page.goto(work.address);
      await expect(said(page, work.said)).toBeVisible();
      const kept = await unsentOn(page);
      test.info().annotations.push({
        type: `${work.name}, killed after ${delay} s`,
        description: `${kept} of ${CHANGES}`,
      });
      expect(kept).toBe(CHANGES);
      await context.setOffline(false);
      await expect.poll(() => unsentOn(page), { timeout: 60_000 }).toBe(0);
      await work.arrived();
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    });
  rmSync(base, { recursive: true, force: true });
  if (process.env.KILL_AFTER_S)
    for (const { type, description } of test.info().annotations)
      process.stdout.write(`${type}: ${description} after reopening\n`);
  await office.dispose();
  await service.dispose();
});

/** Returns: two handed over and signed for, and a door where nobody was, with its photo, at last. */
async function runs(service: APIRequestContext, office: APIRequestContext, at: string) {
  const [abe, bea, eva] = ["Abe", "Bea", "Eva"].map((name) => at + name) as [
    string,
    string,
    string,
  ];
  const bookings = await returning(service, office, [abe, bea, eva]);
  return {
    name: "runs",
    address: runsAddress,
    said: /12 changes kept here/,
    record: async (page: Page) => {
      await page.goto(runsAddress);
      for (const name of [abe, bea]) await bring(page, name);
      await nobodyThere(page, eva);
      await expect(said(page, /12 changes kept here/)).toBeVisible();
    },
    arrived: async () => {
      for (const name of [abe, bea, eva]) {
        const { id, state } = await stopOf(service, bookings.get(name)?.id);
        expect(state).toBe(name === eva ? "failed" : "completed");
        const [last] = await rowsOf<{ signed_by: string | null; photo_id: string | null }>(
          service,
          `stop_events?stop_id=eq.${id}&order=at.desc&limit=1`,
        );
        if (name !== eva) expect(last?.signed_by).toBeTruthy();
        else expect((await office.get(`/files/${last?.photo_id}`)).status()).toBe(200);
      }
    },
  } satisfies Work;
}

/** Pickups: six stops on the way and completed, each with a count and a signature. */
async function pickups(service: APIRequestContext, office: APIRequestContext, at: string) {
  const { today } = (await done(office, "campus_clock", {})) as { today: string };
  const names = ["Nia", "Omar", "Pia", "Quin", "Rui", "Sol"].map((name) => at + name);
  await book(service, today, names);
  return {
    name: "pickups",
    address: pickupsAddress,
    said: /12 changes kept here/,
    record: async (page: Page) => {
      await page.goto(pickupsAddress);
      for (const name of names) {
        const card = stop(page, `${name} ${tag()}`);
        await card.getByRole("button", { name: /^On Way/ }).click();
        await card.getByRole("button", { name: /^Complete/ }).click();
        await page.getByLabel("Items (optional)").fill("2");
        await sign(page);
        await page.getByRole("button", { name: "Complete with 2, signed" }).click();
        await expect(card).toHaveCount(0);
      }
      await expect(said(page, /12 changes kept here/)).toBeVisible();
    },
    arrived: async () => {
      for (const name of names) await expect.poll(() => statusOf(service, name)).toBe("picked_up");
      const query = names.map((name) => `"${name}"`).join();
      const bookings = await rowsOf<{ id: string }>(
        service,
        `bookings?select=id&last_name=eq.${tag()}&first_name=in.(${query})`,
      );
      const records = await rowsOf<{ id: string; items_counted: number }>(
        service,
        `pickups?select=id,items_counted&booking_id=in.(${bookings.map(({ id }) => id).join()})`,
      );
      expect(records.map(({ items_counted }) => items_counted)).toEqual(names.map(() => 2));
      const signed = await rowsOf<object>(
        service,
        `pickup_signatures?select=id&pickup_id=in.(${records.map(({ id }) => id).join()})`,
      );
      expect(signed).toHaveLength(names.length);
    },
  } satisfies Work;
}

/** Scans: an item at the door with its photo, then nine on a shelf. */
async function scans(service: APIRequestContext, office: APIRequestContext, at: string) {
  const { today } = (await done(office, "campus_clock", {})) as { today: string };
  const name = `${at}Tess`;
  await book(service, today, [name]);
  const [booking] = await rowsOf<{ id: string }>(
    service,
    `bookings?select=id&last_name=eq.${tag()}&first_name=eq.${name}`,
  );
  const shelf = `S-${String(Date.now() % 100).padStart(2, "0")}-${Date.now() % 90}`;
  await done(office, "create_location", { campus_id: CAMPUS, code: shelf, places: 20 });
  const [label = "", ...stored] = await freeLabels(office, 10);
  await done(office, "record_events", {
    events: stored.map((one) => ({
      id: crypto.randomUUID(),
      kind: "picked_up",
      at: new Date(Date.now() - 60_000).toISOString(),
      label: one,
      booking_id: booking?.id,
    })),
  });
  const type = async (page: Page, code: string) => {
    await page.getByLabel(/type the code/i).fill(code);
    await page.getByRole("button", { name: "Enter" }).click();
  };
  return {
    name: "scans",
    address: warehouseAddress,
    said: /12 changes not sent yet/,
    record: async (page: Page) => {
      await page.goto(pickupsAddress);
      await stop(page, `${name} ${tag()}`).getByRole("button", { name: /^More/ }).click();
      await page.getByRole("menuitem", { name: "Scan items" }).click();
      await page.getByLabel("The next free label goes on").selectOption("New item: Box");
      await type(page, label);
      const row = page
        .getByRole("list", { name: "Items" })
        .getByRole("listitem")
        .filter({ hasText: "not sent" });
      await row.locator("input[type=file]").setInputFiles(await photo());
      await expect(row).toContainText("1 photo");
      await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
      await page.getByRole("tab", { name: "Warehouse" }).click();
      await type(page, shelf);
      for (const one of stored) await type(page, one);
      await expect(said(page, /12 changes not sent yet/)).toBeVisible();
    },
    arrived: async () => {
      const items = await rowsOf<{ id: string }>(
        service,
        `items?select=id&booking_id=eq.${booking?.id}`,
      );
      const events = await rowsOf<{ kind: string; photo_id: string | null }>(
        service,
        `item_events?select=kind,photo_id&item_id=in.(${items.map(({ id }) => id).join()})`,
      );
      expect(events.filter(({ kind }) => kind === "shelved")).toHaveLength(stored.length);
      const [pictured] = events.filter(({ photo_id }) => photo_id);
      expect((await office.get(`/files/${pictured?.photo_id}`)).status()).toBe(200);
      // Out of today's line, which other journeys look at.
      const out = await service.patch(`/rest/v1/bookings?id=eq.${booking?.id}`, {
        data: { status: "cancelled" },
      });
      expect(out.ok(), await out.text()).toBe(true);
    },
  } satisfies Work;
}

/** Where the screen says how much is kept; a phone's bar says it in place of the notice above. */
const said = (page: Page, words: RegExp) => page.getByText(words).filter({ visible: true });

/** A phone on which the page was opened once with a signal, then closed in good order. */
async function prepare(folder: string, baseURL: string | undefined): Promise<void> {
  const context = await open(folder, baseURL, false);
  const page = context.pages()[0] as Page;
  const answer = await page.request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: "worker@demo.test", password: DEMO_PASSWORD },
  });
  await page.goto("/favicon.svg");
  await page.evaluate(
    (session) => localStorage.setItem("sb-summerstow-auth-token", session),
    await answer.text(),
  );
  await page.goto(runsAddress);
  await expect(line(page, `At${DELAYS_S[0]}Abe`)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe("activated");
  await page.goto(pickupsAddress);
  await expect(stop(page, `At${DELAYS_S[0]}Nia ${tag()}`)).toBeVisible();
  for (const name of ["runs 2", `day ${CAMPUS}`, "shelves", "setting"])
    await expect.poll(() => storedNames(page)).toContainEqual(expect.stringContaining(name));
  await context.close();
}

/** What the device has stored of the day, by name. */
function storedNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open("summerstow-crew");
    await new Promise((opened) => opening.addEventListener("success", opened));
    const reading = opening.result.transaction("kept").objectStore("kept").getAllKeys();
    await new Promise((read) => reading.addEventListener("success", read));
    opening.result.close();
    return reading.result.map(String);
  });
}

async function open(
  folder: string,
  baseURL: string | undefined,
  offline = true,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
    viewport: SIZE,
    reducedMotion: "reduce",
    serviceWorkers: "allow",
    ...(baseURL ? { baseURL } : {}),
  });
  if (context.pages().length === 0) await context.newPage();
  await context.setOffline(offline);
  return context;
}

/** Ends the browser and all its processes at once, as a battery does. */
async function kill(context: BrowserContext, folder: string): Promise<void> {
  const closed = context.waitForEvent("close");
  const children = new Map<number, number[]>();
  let browser = 0;
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    const pid = Number(name);
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), pid]);
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (command.includes(`--user-data-dir=${folder}`) && !command.includes("--type="))
        browser = pid;
    } catch {
      // It ended meanwhile.
    }
  }
  expect(browser).toBeGreaterThan(0);
  const family = [browser];
  for (const pid of family) family.push(...(children.get(pid) ?? []));
  for (const pid of family) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended with its parent.
    }
  }
  await closed;
}

// Here, since it is about the same line of today: the files of journeys run side by side.
test("an installed page opens today's stops without a signal, and any page sends what waits", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const clock = await service.post("/rest/v1/rpc/campus_clock", { data: {} });
  const { today } = await clock.json();
  await book(service, today, ["Tove"]);
  const options = { width: 390, height: 844, fresh: true, installed: true };
  const crew = await openAs(browser, baseURL, "worker", options);
  const bar = crew.getByRole("region", { name: "Next stop" });
  crew.on("dialog", (dialog) => dialog.accept());
  await crew.goto(`/admin-dashboard?tab=pickups&campus=${CAMPUS}`);
  const tove = stop(crew, `Tove ${tag()}`);
  await expect(tove).toBeVisible();
  await expect
    .poll(() => crew.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe("activated");

  await crew.context().setOffline(true);
  await crew.reload();
  await expect(tove).toBeVisible();
  await expect(bar.getByText(/This is the line as of/)).toBeVisible();
  // The next stop's verb is the thumb bar's.
  await bar.getByRole("button", { name: "On Way" }).click();
  await expect(tove.getByText("On the way")).toBeVisible();
  await crew.reload();
  await expect(tove.getByText("On the way")).toBeVisible();
  await expect(bar.getByText(/1 change kept here/)).toBeVisible();
  // Another tab of the dashboard says how much waits as well.
  await crew.getByRole("tab", { name: "Supplies" }).click();
  await expect(crew.getByText("1 change not sent yet")).toBeVisible();

  await crew.context().setOffline(false);
  await expect.poll(() => statusOf(service, "Tove")).toBe("in_queue");
  await expect(crew.getByText("1 change not sent yet")).toBeHidden();

  // Nothing of the day stays on the device for whoever comes next.
  await crew.getByRole("button", { name: "Sign Out" }).click();
  await expect(crew).toHaveURL("/");
  const kept = () =>
    crew.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(kept).not.toContain("summerstow-crew");
  await crew.context().close();
  await service.dispose();
});
