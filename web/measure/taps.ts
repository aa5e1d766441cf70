/**
 * Does the commonest tasks of the staff in a browser, as somebody who knows the screens would,
 * and counts what each takes: taps (a field that has to be tapped first is one, a key pressed alone
 * is one), characters typed, and seconds.
 *
 *   BASE_URL=http://localhost:8000 node measure/taps.ts [part of a task's name]
 *
 * The product must be a demo in full swing (SUMMERSTOW_DEMO=1) with SUMMERSTOW_RATE_LIMITS=0; what
 * the tasks need they book first, with the demo's service key. A task that the product has no screen
 * for is told as such: an older version can be measured beside a newer one.
 */
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright";

const BASE = process.env.BASE_URL ?? "http://localhost:8000";
const ONLY = process.argv[2] ?? "";
const SERVICE = { apikey: "demo-service-key", authorization: "Bearer demo-service-key" };
const PATIENCE_MS = 12_000;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const CAMPUS = 3;
const run = Date.now().toString(36);

/** One doing of a task. */
class Hand {
  taps = 0;
  typed = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(what: Locator): Promise<void> {
    await what.click({ timeout: PATIENCE_MS });
    this.taps += 1;
  }

  /** Types into a field; one that has the focus already needs no tap. */
  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor({ timeout: PATIENCE_MS });
    const focused = await field.evaluate((one) => one === document.activeElement);
    if (!focused) await this.tap(field);
    await field.fill(text);
    this.typed += text.length;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.taps += 1;
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole("button", { name }).first();
  }
}

interface Task {
  name: string;
  role: "worker" | "admin";
  screen: { width: number; height: number };
  /** What must be there first; returns the address where the task begins. */
  begin: () => Promise<string>;
  /** Until the screen shows that it is done. */
  does: (hand: Hand) => Promise<void>;
}

async function data<Answer>(path: string, body: object, method = "POST"): Promise<Answer> {
  const answer = await fetch(`${BASE}/rest/v1/${path}`, {
    method,
    headers: { ...SERVICE, "content-type": "application/json", prefer: "return=representation" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

let booked = 0;

/** A guest's booking with these fields; returns its id. */
async function booking(fields: object): Promise<string> {
  booked += 1;
  const rows = await data<{ id: string }[]>("bookings", {
    campus_id: CAMPUS,
    first_name: "Tessa",
    last_name: `Tap${booked} ${run}`,
    email: `tessa.${booked}.${run}@students.example`,
    phone: `+1250555${String(1000 + (Date.now() % 9000)).slice(0, 4)}`,
    building_name: "North Tower",
    address: "Room 12",
    pickup_time: "9:00 AM - 12:00 PM",
    delivery_option: "decide_later",
    status: "confirmed",
    ...fields,
  });
  return rows[0]?.id ?? "";
}

/** A day far from those of other people, another one for each task and run. */
function farDay(number: number): string {
  const first = Date.UTC(2060, 0, 1) + (Math.floor(Date.now() / 60_000) % 9_000) * 86_400_000;
  return new Date(first + number * 86_400_000).toISOString().slice(0, 10);
}

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const record = (id: string) => `/admin-dashboard?tab=bookings&booking=${id}`;
const queue = (day: string) => `/admin-dashboard?tab=pickups&campus=${CAMPUS}&date=${day}`;
const shows = (page: Page, words: string | RegExp) =>
  page.getByText(words).first().waitFor({ timeout: PATIENCE_MS });

/** Of five items, which are counted by now. */
async function signAndComplete(hand: Hand, dialog: Locator): Promise<void> {
  const pad = dialog.locator("canvas, svg[role=img], [aria-label^='Sign']").last();
  const area = await pad.boundingBox({ timeout: PATIENCE_MS });
  if (!area) throw new Error("nowhere to sign");
  await hand.page.mouse.move(area.x + 40, area.y + area.height / 2);
  await hand.page.mouse.down();
  await hand.page.mouse.move(area.x + 150, area.y + area.height / 2 - 20, { steps: 6 });
  await hand.page.mouse.up();
  hand.taps += 1;
  await hand.tap(hand.button(/^Complete with 5/, dialog));
  await shows(hand.page, /Pickup marked as completed|1 of 1 done|All pickups are done/);
}

const TASKS: readonly Task[] = [
  {
    name: "On the way to the next stop",
    role: "worker",
    screen: PHONE,
    begin: async () => {
      await booking({ pickup_date: farDay(1) });
      return queue(farDay(1));
    },
    does: async (hand) => {
      await hand.tap(hand.button(/^On Way/));
      await shows(hand.page, "On the way");
    },
  },
  {
    name: "Count five, sign, complete",
    role: "worker",
    screen: PHONE,
    begin: async () => {
      await booking({ pickup_date: farDay(2) });
      return queue(farDay(2));
    },
    does: async (hand) => {
      await hand.tap(hand.button(/^Complete/));
      const dialog = hand.page.getByRole("dialog");
      for (let count = 0; count < 5; count += 1) await hand.tap(hand.button("One more", dialog));
      await signAndComplete(hand, dialog);
    },
  },
  {
    name: "Five listed: sign, complete",
    role: "worker",
    screen: PHONE,
    begin: async () => {
      const booking_id = await booking({ pickup_date: farDay(4) });
      for (const number of [1, 2, 3, 4, 5])
        await data("items", {
          id: crypto.randomUUID(),
          booking_id,
          number,
          kind: "box",
          description: `Box ${number}`,
          boxed: true,
          heavy: false,
        });
      return queue(farDay(4));
    },
    does: async (hand) => {
      await hand.tap(hand.button(/^Complete/));
      await signAndComplete(hand, hand.page.getByRole("dialog"));
    },
  },
  {
    name: "Find a caller by phone number",
    role: "admin",
    screen: DESK,
    begin: async () => {
      await booking({ pickup_date: farDay(3), phone: "+12505550777", last_name: `Caller ${run}` });
      return "/admin-dashboard?tab=pickups";
    },
    does: async (hand) => {
      await hand.press("/");
      const search = hand.page.getByRole("dialog").getByRole("combobox");
      await hand.type(search, "2505550777");
      await hand.page
        .getByRole("option", { name: new RegExp(run) })
        .first()
        .waitFor({ timeout: PATIENCE_MS });
      await hand.press("Enter");
      await shows(hand.page, "Booking Details");
    },
  },
  {
    name: "Move a pickup for a caller, from the record",
    role: "admin",
    screen: DESK,
    begin: async () => record(await booking({ pickup_date: soon(20) })),
    does: async (hand) => {
      await hand.tap(hand.button("Change date", hand.page.getByRole("dialog")));
      const day = hand.page.locator(`[data-day="${soon(21)}"] button`);
      if (!(await day.isVisible())) await hand.tap(hand.button(/next month/i));
      await hand.tap(day);
      await hand.tap(hand.button(/^Move to/));
      await shows(hand.page, "Date Updated");
    },
  },
  {
    name: "Fifteen kits packed, sent out and delivered",
    role: "worker",
    screen: DESK,
    begin: async () => {
      await data(`kit_stock?campus_id=eq.${CAMPUS}`, { kits: 100 }, "PATCH");
      for (let kit = 0; kit < 15; kit += 1)
        await booking({ supply_kit_delivery_date: farDay(5), pickup_date: farDay(9) });
      return `/admin-dashboard?tab=supplies&campus=${CAMPUS}&date=${farDay(5)}`;
    },
    does: async (hand) => {
      await hand.tap(hand.page.getByRole("checkbox", { name: "Select all kits" }));
      const selected = hand.page.getByRole("region", { name: "Selected kits" });
      for (const step of [/^Pack/, /^Send out/, /^Mark delivered/])
        await hand.tap(hand.button(step, selected));
      await shows(hand.page, /Delivered/);
    },
  },
  {
    name: "Record an e-Transfer",
    role: "admin",
    screen: DESK,
    begin: async () => "/admin-dashboard?tab=payments",
    does: async (hand) => {
      const main = hand.page.getByRole("main");
      await hand.tap(main.getByRole("button", { name: /^Record(?! e-Transfer)/ }).first());
      const dialog = hand.page.getByRole("dialog");
      // The code and the amount stand there already where the row was pressed.
      await hand.type(dialog.getByLabel("Bank reference"), `CA${run}`);
      await hand.tap(hand.button("Record payment", dialog));
      await dialog.waitFor({ state: "hidden", timeout: PATIENCE_MS });
    },
  },
  {
    name: "Quote a delivery to another city",
    role: "admin",
    screen: DESK,
    begin: async () => {
      await booking({
        pickup_date: soon(25),
        delivery_option: "different_city",
        delivery_address: "12 Oak Street, Calgary AB T2P 1J9",
        return_delivery_date: soon(90),
      });
      return "/admin-dashboard?tab=bookings";
    },
    does: async (hand) => {
      await hand.tap(hand.page.getByText(/deliver(y waits|ies wait) for a quote/));
      await hand.tap(hand.page.locator("details").getByRole("link").first());
      const form = hand.page.getByRole("region", { name: "Delivery quote" });
      await hand.type(form.getByLabel("Price in dollars"), "180");
      await hand.tap(hand.button("Send quote", form));
      await shows(hand.page, "Quote Sent");
    },
  },
  {
    name: "Book for a caller without an account",
    role: "admin",
    screen: DESK,
    begin: async () => "/admin-dashboard?tab=bookings",
    does: async (hand) => {
      await hand.tap(hand.page.getByRole("link", { name: "Book for a caller" }));
      const dialog = hand.page.getByRole("dialog", { name: "Book for a caller" });
      await hand.type(dialog.getByLabel("First name"), "Cal");
      await hand.type(dialog.getByLabel("Last name"), `Ler${run}`);
      await hand.type(dialog.getByLabel("Email"), `cal.${run}@students.example`);
      await hand.type(dialog.getByLabel("Phone"), "2505550199");
      await hand.tap(dialog.getByRole("combobox", { name: "Residence" }));
      await hand.tap(hand.page.getByRole("option").nth(1));
      await hand.type(dialog.getByLabel("Room or address"), "Room 8");
      await hand.tap(dialog.getByLabel("Pickup day"));
      const day = hand.page.locator(`[data-day="${soon(22)}"] button`);
      if (!(await day.isVisible())) await hand.tap(hand.button(/next month/i));
      await hand.tap(day);
      await hand.tap(dialog.getByRole("radio").first());
      await hand.tap(dialog.locator("button[type=submit]"));
      await shows(hand.page, "Booking Details");
    },
  },
  {
    name: "Correct an address",
    role: "admin",
    screen: DESK,
    begin: async () => record(await booking({ pickup_date: soon(30) })),
    does: async (hand) => {
      await hand.tap(hand.page.getByRole("dialog").getByRole("link", { name: "Edit booking" }));
      await hand.type(hand.page.getByLabel("Address", { exact: true }), "Room 14");
      await hand.type(hand.page.getByLabel("Why"), "Said on the phone");
      await hand.tap(hand.button(/^Save/));
      await shows(hand.page, "Booking Updated");
    },
  },
  {
    name: "Cancel a booking with a reason",
    role: "admin",
    screen: DESK,
    begin: async () => record(await booking({ pickup_date: soon(35) })),
    does: async (hand) => {
      const dialog = hand.page.getByRole("dialog");
      await hand.tap(hand.button("Cancel booking", dialog));
      await hand.type(dialog.getByLabel("Why"), "Goes home early");
      await hand.tap(dialog.locator("button[type=submit]"));
      await shows(hand.page, "Booking Cancelled");
    },
  },
];

async function signedIn(browser: Browser, task: Task): Promise<BrowserContext> {
  const answer = await fetch(`${BASE}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: "anon", "content-type": "application/json" },
    body: JSON.stringify({ email: `${task.role}@demo.test`, password: "demo-password" }),
  });
  if (!answer.ok) throw new Error(`${task.role} cannot sign in: ${await answer.text()}`);
  return browser.newContext({
    viewport: task.screen,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(BASE).origin,
          localStorage: [{ name: "sb-summerstow-auth-token", value: await answer.text() }],
        },
      ],
    },
  });
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
console.warn("| task | taps | typed | seconds |\n|---|---|---|---|");
let without = 0;
for (const task of TASKS.filter(({ name }) => name.toLowerCase().includes(ONLY.toLowerCase()))) {
  const context = await signedIn(browser, task);
  const page = await context.newPage();
  try {
    await page.goto(BASE + (await task.begin()));
    // Somebody looks at the screen before they begin.
    await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
    const hand = new Hand(page);
    const began = performance.now();
    await task.does(hand);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.warn(`| ${task.name} | ${hand.taps} | ${hand.typed} | ${seconds} |`);
  } catch (error) {
    without += 1;
    const [why = ""] = String(error).split("\n");
    console.warn(`| ${task.name} | not possible | | ${process.env.WHY ? why : ""} |`);
  }
  await context.close();
}
await browser.close();
process.exitCode = without ? 1 : 0;
