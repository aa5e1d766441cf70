/**
 * Opens every route as everybody who may, light and dark, on phones, a tablet and a desk, and lists
 * what is wrong: axe findings, lines on the console, pages wider than the screen, and layout that
 * shifts by 0.01 or more.
 *
 *   BASE_URL=http://localhost:8000 node measure/screens.ts [a role, or part of a path]
 *
 * The product must be a demo with SUMMERSTOW_RATE_LIMITS=0. A screen that cannot be opened is said
 * and the next one taken. Ends with 1 where anything is wrong.
 */
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, chromium, type Page } from "playwright";

const BASE = process.env.BASE_URL ?? "http://localhost:8000";
const ONLY = process.argv[2] ?? "";
const SHIFT = 0.01;
const PASSWORD = "demo-password";
/** As many at a time as keep two cores busy while one of them waits. */
const AT_A_TIME = 3;
/** A page is there once nothing on it has changed for so long, at the latest after PATIENCE_MS. */
const QUIET_MS = 500;
const PATIENCE_MS = 6_000;

const SERVICE = { apikey: "demo-service-key", authorization: "Bearer demo-service-key" };

/** The demo's newest booking of an account, whose record the staff open. */
async function someBooking(): Promise<{ id: string; user_id: string }> {
  const wanted = "bookings?select=id,user_id&user_id=not.is.null&order=created_at.desc&limit=1";
  const answer = await fetch(`${BASE}/rest/v1/${wanted}`, { headers: SERVICE });
  const [booking] = (await answer.json()) as { id: string; user_id: string }[];
  if (!booking) throw new Error("the demo has no booking of an account");
  return booking;
}

const { id, user_id } = await someBooking();
const visitor = [
  "/",
  "/book",
  "/pricing",
  "/faq",
  "/contact",
  "/terms",
  "/privacy",
  "/blog",
  "/blog/student-storage-hassle-free",
  "/blog/ultimate-student-storage-checklist",
  "/ubco",
  "/ubcv",
  "/tru",
  "/image-check",
  "/join/unknown",
  "/confirm-booking/unknown",
  "/pickup/unknown",
  "/auth",
  "/auth/callback",
  "/auth/forgot",
  "/auth/set-password",
  "/auth/invitation/unknown",
  "/executive-login",
  "/nowhere",
];
const customer = [
  "/dashboard",
  "/dashboard/customer",
  "/customer-dashboard",
  "/customer-dashboard/payments",
  "/customer-dashboard/edit",
  "/customer-dashboard/friends",
  "/account",
];
const crew = [
  "bookings",
  `bookings&booking=${id}`,
  "pickups",
  "runs",
  "needs-person",
  "supplies",
  "warehouse",
  "schedule",
  "customers",
];
const tabs = (names: readonly string[]) => names.map((name) => `/admin-dashboard?tab=${name}`);
const office = [
  ...tabs([...crew, `customers&customer=${user_id}`, "payments", "history"]),
  `/admin-dashboard/bookings/${id}/edit`,
];
const executive = ["bookings", `bookings&booking=${id}`, "overview"];
const ROLES: Record<string, readonly string[]> = {
  visitor,
  customer,
  customer2: customer,
  customer3: customer,
  worker: [...tabs(crew), "/account"],
  admin: office,
  executive: [...office, ...executive.map((name) => `/executive-dashboard?tab=${name}`)],
};
const SCREENS: { viewport: { width: number; height: number }; theme: "light" | "dark" }[] = [
  { viewport: { width: 320, height: 640 }, theme: "dark" },
  { viewport: { width: 390, height: 844 }, theme: "light" },
  { viewport: { width: 844, height: 390 }, theme: "dark" },
  { viewport: { width: 820, height: 1180 }, theme: "light" },
  { viewport: { width: 1440, height: 900 }, theme: "dark" },
];

async function session(email: string): Promise<string> {
  const answer = await fetch(`${BASE}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: "anon", "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  return answer.text();
}

/** The browser's own line for an address that is rightly answered with an error. */
const rightly = (path: string) => /nowhere|unknown/.test(path);

/** Returns when nothing of the page has changed for a while. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(
    ([quietMs, patienceMs]) =>
      new Promise<void>((resolve) => {
        let still = setTimeout(resolve, quietMs);
        new MutationObserver(() => {
          clearTimeout(still);
          still = setTimeout(resolve, quietMs);
        }).observe(document, { childList: true, subtree: true, attributes: true });
        setTimeout(resolve, patienceMs);
      }),
    [QUIET_MS, PATIENCE_MS] as const,
  );
}

async function problems(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error" && !rightly(path)) found.push(`console: ${line.text()}`);
  });
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  await page.addInitScript(() => {
    const sum = { shift: 0, of: [] as string[] };
    Object.assign(window, { __layout: sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        sum.shift += entry.value;
        for (const { node, previousRect: was, currentRect: is } of entry.sources)
          sum.of.push(
            `${node?.outerHTML?.slice(0, 80) ?? node?.nodeName ?? "?"} y ${was.y}+${was.height} to ${is.y}+${is.height}`,
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(BASE + path);
  await page.locator("main").first().waitFor({ timeout: 20_000 });
  // What is read in one go may still be on its way while nothing on the page changes.
  await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => {});
  await quiet(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations)
    found.push(`axe ${id}: ${nodes.length} × ${nodes[0]?.html.slice(0, 120)}`);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (over > 0) found.push(`wider than the screen by ${over} px`);
  const layout = await page.evaluate(
    () => (window as unknown as { __layout: { shift: number; of: string[] } }).__layout,
  );
  if (layout.shift >= SHIFT)
    found.push(`shift ${layout.shift.toFixed(3)}: ${layout.of.slice(0, 4).join(" | ")}`);
  return found;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
let opened = 0;
let wrong = 0;

async function look(context: BrowserContext, path: string, who: string): Promise<void> {
  opened += 1;
  const page = await context.newPage();
  let found: string[];
  try {
    found = await problems(page, path);
  } catch (error) {
    found = [`cannot be looked at: ${String(error).split("\n")[0]}`];
  }
  await page.close();
  wrong += found.length;
  for (const problem of found) console.warn(`${who}: ${problem}`);
}

for (const [role, paths] of Object.entries(ROLES)) {
  const wanted = paths.filter((path) => (ONLY in ROLES ? role === ONLY : path.includes(ONLY)));
  if (wanted.length === 0) continue;
  const token = role === "visitor" ? null : await session(`${role}@demo.test`);
  for (const { viewport, theme } of SCREENS) {
    const localStorage: { name: string; value: string }[] = [
      { name: "summerstow-theme", value: theme },
    ];
    for (const key of ["sb-summerstow-auth-token", "sb-summerstow-executive-auth-token"])
      if (token && (key.includes("executive-") ? role === "executive" : true))
        localStorage.push({ name: key, value: token });
    const context = await browser.newContext({
      viewport,
      colorScheme: theme,
      reducedMotion: "reduce",
      storageState: { cookies: [], origins: [{ origin: new URL(BASE).origin, localStorage }] },
    });
    const waiting = [...wanted];
    const one = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
        await look(context, path, `${role} ${path} ${viewport.width} ${theme}`);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, one));
    await context.close();
  }
  console.warn(`${role}: done`);
}
await browser.close();
console.warn(`${opened} screens opened, ${wrong} problems`);
process.exitCode = wrong ? 1 : 0;
