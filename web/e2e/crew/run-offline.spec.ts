import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, type Page, test } from "@playwright/test";
import { confirmedAccount, newAddress, openSignedIn } from "../support/customer-accounts";
import { lateCodeHere } from "../support/late-code.ts";
import { asService, DEMO_PASSWORD, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";
import { unsentOn } from "../support/unsent";
import {
  adminApi,
  bring,
  line,
  nobodyThere,
  PHONE,
  returning,
  rowsOf,
  runsAddress,
  stopOf,
  toTheDoor,
} from "./run-days";

test.describe.configure({ timeout: 240_000 });

const HOUR_MS = 3_600_000;
const NAMES = ["Abe", "Bea", "Cal", "Dot", "Eva", "Flo", "Gil", "Hal", "Ida", "Jim", "Kim", "Lou"];

/** A phone with the installed page, whose clock is an hour fast; its storage outlives the browser. */
async function installed(folder: string, baseURL: string | undefined): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
    viewport: PHONE,
    serviceWorkers: "allow",
    ...(baseURL ? { baseURL } : {}),
  });
  await context.addInitScript((ahead) => {
    const Real = Date;
    class Fast extends Real {
      constructor(...given: []) {
        super(...(given.length > 0 ? given : ([Real.now() + ahead] as unknown as [])));
      }
      static override now() {
        return Real.now() + ahead;
      }
    }
    globalThis.Date = Fast as DateConstructor;
    // What stands there before the application does goes as soon as that has drawn the day.
    new MutationObserver((_, watching) => {
      const early = document.getElementById("first-stops");
      if (!early) return;
      watching.disconnect();
      (globalThis as { early?: string }).early = early.innerText;
    }).observe(document, { childList: true, subtree: true });
  }, HOUR_MS);
  return context;
}

async function workersSession(page: Page): Promise<void> {
  const answer = await page.request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: "worker@demo.test", password: DEMO_PASSWORD },
  });
  await page.goto("/favicon.svg");
  await page.evaluate(
    (held) => {
      localStorage.setItem("sb-summerstow-auth-token", held);
      localStorage.setItem("summerstow-theme", "light");
    },
    await answer.text(),
  );
}

test("twelve stops without a signal, through a restart and by a wrong clock, are stored once", async ({
  page: customer,
  baseURL,
  request,
}) => {
  const service = await asService(baseURL);
  const office = await adminApi(baseURL);
  const email = newAddress("kim");
  const owner = await confirmedAccount(request, email, `Kim ${tag()}`);
  const bookings = await returning(service, office, NAMES, {
    fields: (name) => (name === "Kim" ? { user_id: owner, email } : {}),
  });

  // Kim names who will be there instead, and passes the code on.
  await openSignedIn(customer, "/customer-dashboard", email);
  await customer.getByRole("button", { name: "Name a person" }).click();
  const naming = customer.getByRole("dialog");
  await naming.getByLabel("Name").fill("Omar Haddad");
  await naming.getByRole("button", { name: "Get the code" }).click();
  await expect(naming.getByText(/^\d{6}$/)).toBeVisible();
  const code = await naming.getByText(/^\d{6}$/).innerText();

  const folder = mkdtempSync(path.join(tmpdir(), "crew-phone-"));
  let context = await installed(folder, baseURL);
  let crew = context.pages()[0] ?? (await context.newPage());
  await workersSession(crew);
  await crew.goto(runsAddress);
  await expect(line(crew, "Lou").getByRole("button")).toBeVisible();
  await expect
    .poll(() => crew.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe("activated");
  await expect
    .poll(() => crew.evaluate(() => localStorage.getItem("summerstow-kept") !== null))
    .toBe(true);

  // From the first door on there is no signal.
  await context.setOffline(true);
  await bring(crew, "Abe", bookings.get("Abe")?.label);
  for (const name of ["Bea", "Cal", "Dot"]) await bring(crew, name);
  await nobodyThere(crew, "Eva");
  await bring(crew, "Flo");
  await expect(crew.getByText(/changes kept here/)).toBeVisible();

  // The phone is switched off and on again: the stops that are next stand there before the
  // application does, and all that was done is there still.
  await context.close();
  context = await installed(folder, baseURL);
  await context.setOffline(true);
  crew = context.pages()[0] ?? (await context.newPage());
  await crew.goto(runsAddress, { waitUntil: "commit" });
  const early = () => crew.evaluate(() => (globalThis as { early?: string }).early ?? "");
  await expect.poll(early).toContain(`Gil ${tag()}`);
  expect(await early()).not.toContain(`Abe ${tag()}`);
  await expect(line(crew, "Flo")).toContainText("Done");
  await expect(crew.locator("#first-stops")).toHaveCount(0);
  await expect(line(crew, "Eva")).toContainText("Did not work out");
  for (const name of ["Gil", "Hal", "Ida", "Jim"]) await bring(crew, name);
  await toTheDoor(crew, "Kim");
  await crew.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  await crew.getByRole("radio", { name: "Code of Omar Haddad" }).click();
  await crew.getByLabel("Six digits").fill(code);
  await crew.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
  await expect(line(crew, "Kim")).toContainText("Done");
  await bring(crew, "Lou");
  expect((await stopOf(service, bookings.get("Abe")?.id)).state).toBe("waiting");

  await context.setOffline(false);
  await expect.poll(() => unsentOn(crew), { timeout: 90_000 }).toBe(0);
  interface StopEvent {
    stop_id: string;
    state: string;
    at: string;
    received_at: string;
    by_proxy: boolean;
    clock_offset_ms: number;
    photo_id: string | null;
  }
  let before = 0;
  for (const name of NAMES) {
    const { id: stop, state } = await stopOf(service, bookings.get(name)?.id);
    expect([name, state]).toEqual([name, name === "Eva" ? "failed" : "completed"]);
    const events = await rowsOf<StopEvent>(
      service,
      `stop_events?stop_id=eq.${stop}&order=received_at,at`,
    );
    expect(events.map((one) => one.state)).toEqual([
      "on_way",
      "arrived",
      name === "Eva" ? "failed" : "completed",
    ]);
    // Sent in the order in which they happened, by a clock that was put right.
    for (const { at, received_at, clock_offset_ms } of events) {
      expect(Date.parse(received_at)).toBeGreaterThanOrEqual(before);
      before = Date.parse(received_at);
      expect(Math.round(clock_offset_ms / HOUR_MS)).toBe(-1);
      expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(10 * 60_000);
    }
    expect(events.at(-1)?.by_proxy).toBe(name === "Kim");
    const scans = await rowsOf<{ kind: string }>(
      service,
      `item_events?stop_id=eq.${stop}&select=kind`,
    );
    expect(scans).toEqual(name === "Eva" ? [] : [{ kind: "delivered" }]);
    const photo = events.at(-1)?.photo_id;
    if (name === "Eva") expect((await office.get(`/files/${photo}`)).status()).toBe(200);
  }
  // The crew did not wait at Eva's door: there is no fee.
  const fees = await rowsOf(service, `fee_proposals?booking_id=eq.${bookings.get("Eva")?.id}`);
  expect(fees).toEqual([]);
  // A code is good once.
  const { id } = await stopOf(service, bookings.get("Kim")?.id);
  const again = await office.post("/rest/v1/rpc/record_stop_events", {
    data: {
      sent_at: new Date().toISOString(),
      events: ["waiting", "completed"].map((state) => ({
        id: crypto.randomUUID(),
        stop_id: id,
        state,
        at: new Date().toISOString(),
        ...(state === "completed" ? { proxy_code: code } : {}),
      })),
    },
  });
  const { needs_person } = (await again.json()) as { needs_person: { reason: string }[] };
  expect(needs_person.map(({ reason }) => reason)).toContain(
    "This code was used already. The customer can make a new one.",
  );
  await context.close();
  rmSync(folder, { recursive: true, force: true });
  await office.dispose();
  await service.dispose();
});

test("a phone without room at the door says so, and loses nothing of it", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const office = await adminApi(baseURL);
  const bookings = await returning(service, office, ["Uma"]);
  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  await crew.goto(runsAddress);
  await expect(line(crew, "Uma").getByRole("button")).toBeVisible();
  await lateCodeHere(crew);
  await crew.evaluate(() => {
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    IDBObjectStore.prototype.add = full;
    IDBObjectStore.prototype.put = full;
  });
  await crew.context().setOffline(true);
  await nobodyThere(crew, "Uma");
  await expect(crew.getByText("No room on this device", { exact: true })).toBeVisible();
  await expect(
    crew.getByText("This change is kept in memory only.", { exact: false }),
  ).toBeVisible();
  await crew.context().setOffline(false);
  await expect
    .poll(() => stopOf(service, bookings.get("Uma")?.id).then(({ state }) => state))
    .toBe("failed");
  const [failed] = await rowsOf<{ photo_id: string }>(
    service,
    `stop_events?state=eq.failed&booking_id=eq.${bookings.get("Uma")?.id}`,
  );
  await expect
    .poll(async () => (await office.get(`/files/${failed?.photo_id}`)).status())
    .toBe(200);
  await crew.context().close();
  await office.dispose();
  await service.dispose();
});

test("what the server failed to keep is sent again by itself", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const office = await adminApi(baseURL);
  const bookings = await returning(service, office, ["Val"]);
  const crew = await openAs(browser, baseURL, "worker", { ...PHONE, fresh: true });
  let faults = 2;
  await crew.route("**/rpc/record_stop_events", (route) =>
    faults-- > 0 ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await crew.goto(runsAddress);
  await line(crew, "Val").getByRole("button").click();
  await crew.getByRole("dialog").getByRole("button", { name: "On Way" }).click();
  await expect(crew.getByText("It is kept on this device and sent again.")).toBeVisible();
  await expect
    .poll(() => stopOf(service, bookings.get("Val")?.id).then(({ state }) => state))
    .toBe("on_way");
  expect(faults).toBeLessThan(0);
  await crew.context().close();
  await office.dispose();
  await service.dispose();
});
