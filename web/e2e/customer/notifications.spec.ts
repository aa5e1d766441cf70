import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Page,
  test,
  type Worker,
} from "@playwright/test";
import { barriers } from "../support/barriers";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
  signIn,
} from "../support/customer-accounts";
import { asService } from "../support/staff-session";
import { deliver, PushService } from "./push-service";

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: "allow" });

const service = new PushService();
test.beforeAll(() => service.start());
test.afterAll(() => service.stop());

const tellMe = (page: Page) => page.getByRole("button", { name: "Tell me when you are near" });
const turnOff = (page: Page) => page.getByRole("button", { name: "Turn off notifications" });

async function customer(page: Page, request: APIRequestContext) {
  const email = newAddress("told");
  const userId = await confirmedAccount(request, email, "Nora Quist");
  const today = await campusDay(request);
  const { id } = await booking(request, userId, email, {
    first_name: "Nora",
    pickup_date: today,
    pickup_time: null,
  });
  await openSignedIn(page, "/customer-dashboard", email);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome");
  return { email, id, userId, today };
}

/** A customer of today who has said yes to being told on this phone. */
async function told(page: Page, request: APIRequestContext) {
  await service.standIn(page.context());
  await page.context().grantPermissions(["notifications"]);
  const someone = await customer(page, request);
  await tellMe(page).click();
  await expect(turnOff(page)).toBeFocused();
  return someone;
}

/** The crew sets out for them. */
async function setOut(
  baseURL: string | undefined,
  { id, userId, today }: Awaited<ReturnType<typeof customer>>,
) {
  const office = await asService(baseURL);
  const way = await office.post("/rest/v1/pickups", {
    data: { user_id: userId, booking_id: id, pickup_date: today, status: "in_progress" },
  });
  expect(way.ok(), await way.text()).toBe(true);
  await office.dispose();
}

/** The worker of the page, once the browser has told of it. */
async function pushWorker(context: BrowserContext): Promise<Worker> {
  const find = () => context.serviceWorkers().find((one) => one.url().endsWith("/push-worker.js"));
  await expect.poll(find).toBeTruthy();
  return find() as Worker;
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/customer-dashboard");
    return (await registration?.getNotifications())?.map(({ title, body }) => ({ title, body }));
  });

/** When each that is shown was, in milliseconds. */
const shownAt = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/customer-dashboard");
    const all = (await registration?.getNotifications()) ?? [];
    return all.map((one) => (one as Notification & { timestamp: number }).timestamp);
  });

test("a phone whose page is closed is told that the crew comes, and opens My Storage", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const someone = await told(page, request);
  await expect(page.getByText("Notifications are on for this device.")).toBeVisible();
  expect(await barriers(page, "main")).toEqual([]);
  await page.reload();
  await expect(turnOff(page)).toBeVisible();

  const before = service.received.length;
  const onTheWay = () => service.received.slice(before).filter((one) => one.includes("on the way"));
  await setOut(baseURL, someone);
  await expect.poll(onTheWay).toHaveLength(1);

  await page.goto("/account");
  // The browser drops what is delivered while it starts the worker, which a push service repeats.
  await expect(async () => {
    await deliver(page, onTheWay()[0] ?? "");
    await expect
      .poll(() => shown(page), { timeout: 5_000 })
      .toEqual([
        {
          title: "Summerstow",
          body: "Our crew is on the way to you. Please have your items at the door.",
        },
      ]);
  }).toPass();
  // The same once more, should a push service repeat itself: it takes the place of the first.
  const first = await shownAt(page);
  await deliver(page, onTheWay()[0] ?? "");
  await expect.poll(() => shownAt(page)).not.toEqual(first);
  expect(await shown(page)).toHaveLength(1);

  const worker = await pushWorker(context);
  const opened = await worker.evaluate(async () => {
    // A press gives the right to open a window, which a script cannot.
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<null> };
    };
    const Press = (globalThis as unknown as { NotificationEvent: typeof Event }).NotificationEvent;
    const [notification] = await scope.registration.getNotifications();
    const target = new Promise<string>((done) => {
      scope.clients.openWindow = async (url) => {
        done(url);
        return null;
      };
    });
    dispatchEvent(new Press("notificationclick", { notification } as EventInit));
    return new URL(await target).pathname;
  });
  expect(opened).toBe("/customer-dashboard");
  await expect.poll(() => shown(page)).toEqual([]);
});

test("a device that its browser gives another address goes on being told", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const someone = await told(page, request);
  const worker = await pushWorker(context);
  const renewed = context.waitForEvent("response", (answer) =>
    answer.url().endsWith("/rpc/push_renew"),
  );
  // The browser's part: there is another subscription, and its worker is woken.
  await worker.evaluate(
    (given) => {
      Object.assign(PushManager.prototype, {
        getSubscription: async () => null,
        subscribe: async () => ({ endpoint: given.endpoint, toJSON: () => given }),
      });
      const Woken = (globalThis as unknown as { ExtendableEvent: typeof Event }).ExtendableEvent;
      dispatchEvent(new Woken("pushsubscriptionchange"));
    },
    service.given(`${service.endpoint}-2`),
  );
  expect(await (await renewed).json()).toEqual({ known: true });
  await setOut(baseURL, someone);
  await expect.poll(() => service.paths.at(-1)).toMatch(/-2$/);
});

test("it is switched off where it was asked for, in the account, and by signing out", async ({
  page,
  request,
}) => {
  const { email } = await told(page, request);
  const subscribed = () => page.evaluate(() => localStorage.getItem("stand-in-subscription"));

  await turnOff(page).click();
  await expect(tellMe(page)).toBeFocused();
  expect(await subscribed()).toBeNull();

  await tellMe(page).click();
  await expect(turnOff(page)).toBeVisible();
  await page.goto("/account#notifications");
  const section = page.getByRole("region", { name: "Notifications" });
  await expect(section.getByRole("listitem")).toHaveCount(1);
  await expect(section.getByText("This device")).toBeVisible();
  await section.getByRole("button", { name: "Turn off notifications on this device" }).click();
  await expect(section.getByRole("listitem")).toHaveCount(0);
  await section.getByRole("button", { name: "Turn on for this device" }).click();
  await expect(section.getByRole("listitem")).toHaveCount(1);
  expect(await barriers(page, "#notifications")).toEqual([]);

  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(subscribed).toBeNull();
  await page.goto("/auth");
  await signIn(page, email);
  await expect(tellMe(page)).toBeVisible();
});

test("nothing is asked before the press, and what stands in the way is said", async ({
  page,
  context,
  request,
}) => {
  await context.addInitScript(() => {
    Notification.requestPermission = async () => {
      localStorage.setItem("asked", "yes");
      Object.defineProperty(Notification, "permission", { get: () => "denied" });
      return "denied";
    };
  });
  await customer(page, request);
  await expect(tellMe(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("asked"))).toBeNull();
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  await tellMe(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Notifications are blocked.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("asked"))).toBe("yes");
});

test("on an iPhone it says how to install first", async ({ browser, request, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 390, height: 844 },
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  });
  // Safari has neither outside of the Home Screen.
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
    Reflect.deleteProperty(window, "Notification");
  });
  const page = await context.newPage();
  await customer(page, request);
  await tellMe(page).click();
  await expect(page.getByText("First add Summerstow to your Home Screen")).toBeVisible();
  const manifest = await page.locator('link[rel="manifest"]').getAttribute("href");
  const found = await (await request.get(manifest ?? "")).json();
  expect(found).toMatchObject({ display: "standalone", start_url: "/customer-dashboard" });
  await context.close();
});
