/**
 * Opens every route as everybody who may, light and dark, on a phone and a desk, and lists what is
 * wrong: axe findings, lines on the console, pages wider than the screen, and layout that shifts by
 * 0.01 or more.
 *
 *   BASE_URL=http://localhost:8000 node measure/screens.ts [part of a path]
 *
 * The product must be a demo with SUMMERSTOW_RATE_LIMITS=0. Ends with 1 where anything is wrong.
 */
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, chromium, type Page } from "playwright";

const BASE = process.env.BASE_URL ?? "http://localhost:8000";
const ONLY = process.argv[2] ?? "";
const SHIFT = 0.01;
const PASSWORD = "demo-password";

const visitor = [
  "/",
  "/book",
  "/pricing",
  "/faq",
  "/contact",
  "/terms",
  "/privacy",
  "/blog",
  "/blog/ultimate-student-storage-checklist",
  "/ubco",
  "/ubcv",
  "/tru",
  "/image-check",
  "/auth",
  "/auth/forgot",
  "/executive-login",
  "/nowhere",
];
const customer = [
  "/customer-dashboard",
  "/customer-dashboard/payments",
  "/customer-dashboard/edit",
  "/customer-dashboard/friends",
  "/account",
];
const crew = [
  "bookings",
  "pickups",
  "runs",
  "needs-person",
  "supplies",
  "warehouse",
  "schedule",
  "customers",
];
const tabs = (names: readonly string[]) => names.map((name) => `/admin-dashboard?tab=${name}`);
const office = tabs([...crew, "payments", "history"]);
const ROLES: Record<string, readonly string[]> = {
  visitor,
  customer,
  customer2: customer,
  worker: tabs(crew),
  admin: office,
  executive: [...office, "/executive-dashboard", "/executive-dashboard?tab=overview"],
};
const SCREENS: { viewport: { width: number; height: number }; theme: "light" | "dark" }[] = [
  { viewport: { width: 320, height: 640 }, theme: "dark" },
  { viewport: { width: 390, height: 844 }, theme: "light" },
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

async function problems(context: BrowserContext, path: string): Promise<string[]> {
  const page: Page = await context.newPage();
  const found: string[] = [];
  page.on("console", (line) => {
    // The browser's own line for a page that is rightly answered with 404.
    if (line.type() === "error" && path !== "/nowhere") found.push(`console: ${line.text()}`);
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
  await page.waitForLoadState("networkidle", { timeout: 4_000 }).catch(() => {});
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations)
    found.push(`axe ${id}: ${nodes.length} × ${nodes[0]?.html.slice(0, 120)}`);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (over > 0) found.push(`wider than the screen by ${over} px`);
  const layout = await page.evaluate(
    () => (window as unknown as { __layout: { shift: number; of: string[] } }).__layout,
  );
  if (layout.shift >= SHIFT)
    found.push(`shift ${layout.shift.toFixed(3)}: ${layout.of.slice(0, 2).join(" | ")}`);
  await page.close();
  return found;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
let opened = 0;
let wrong = 0;
for (const [role, paths] of Object.entries(ROLES)) {
  const wanted = paths.filter((path) => path.includes(ONLY));
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
    for (const path of wanted) {
      opened += 1;
      for (const problem of await problems(context, path)) {
        wrong += 1;
        console.warn(`${role} ${path} ${viewport.width} ${theme}: ${problem}`);
      }
    }
    await context.close();
  }
}
await browser.close();
console.warn(`${opened} screens opened, ${wrong} problems`);
process.exitCode = wrong ? 1 : 0;
