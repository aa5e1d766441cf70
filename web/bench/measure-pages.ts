/**
 * Measures pages in Chromium: node bench/measure-pages.ts, its plan as JSON on standard input, one
 * JSON line a figure on standard output. bench/pages.py starts it and prints.
 */

import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";

interface Plan {
  chromium: string;
  /** Where the product listens, with demo data. */
  url: string;
  /** Public pages, for Lighthouse. */
  pages: string[];
}

const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** 400 kbit/s each way. */
const SLOW = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};
const SCREENS = {
  customer: "/customer-dashboard",
  admin: "/admin-dashboard",
  worker: "/admin-dashboard?tab=pickups",
} as const;

async function read(): Promise<Plan> {
  let text = "";
  for await (const part of process.stdin) text += part;
  return JSON.parse(text);
}

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Lighthouse's mobile preset: the scores, and the bytes and scripts of the page. */
async function judge(address: string, port: number) {
  const result = await lighthouse(address, { port, output: "json", logLevel: "silent" });
  if (!result) throw new Error(`Lighthouse has no result for ${address}`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  const requests = audits["network-requests"]?.details;
  const items = requests?.type === "table" ? requests.items : [];
  const scores = Object.entries(categories).map(([name, { score }]) => [name, (score ?? 0) * 100]);
  return {
    ...Object.fromEntries(scores),
    bytes: audits["total-byte-weight"]?.numericValue ?? Number.NaN,
    scripts: items.filter(({ resourceType }) => resourceType === "Script").length,
  };
}

/** On a busy machine Lighthouse now and then misses the start: each try has its own browser. */
async function judged(address: string, chromePath: string, attempts = 3) {
  const chrome = await launch({ chromePath, chromeFlags: FLAGS, logLevel: "silent" });
  try {
    return await judge(address, chrome.port);
  } catch (error) {
    if (attempts === 1) throw error;
  } finally {
    chrome.kill();
  }
  return judged(address, chromePath, attempts - 1);
}

/** A phone on which this demo account is signed in. */
async function phoneOf(browser: Browser, url: string, account: string): Promise<BrowserContext> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: "anon", "content-type": "application/json" },
    body: JSON.stringify({ email: `${account}@demo.test`, password: "demo-password" }),
  });
  if (!answer.ok) throw new Error(`${account} cannot sign in: ${await answer.text()}`);
  const session = await answer.text();
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "allow" });
  await context.addInitScript((held) => {
    if (origin !== "null") localStorage.setItem("sb-summerstow-auth-token", held);
  }, session);
  return context;
}

/** As lib/browser/first-screen.ts: later the page fetches what its first screen does without. */
const FIRST_SCREEN_MS = 2_500;

/**
 * Bytes that travel for the scripts of the first screen, and the number of files; a crew's first
 * screen has its stops, and what is pressed there is fetched after them.
 */
async function firstScreen(browser: Browser, url: string, account: keyof typeof SCREENS) {
  const context = await phoneOf(browser, url, account);
  await context.addInitScript(() => {
    addEventListener("summerstow:drawn", () => performance.mark("drawn"), { once: true });
  });
  const page = await context.newPage();
  const files: Promise<{ begun: number; size: number }>[] = [];
  let later = false;
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script" || later) return;
    const begun = request.timing().startTime;
    files.push(
      request.sizes().then(
        ({ responseBodySize }) => ({ begun, size: responseBodySize }),
        // The page was closed meanwhile.
        () => ({ begun, size: 0 }),
      ),
    );
  });
  await page.goto(url + SCREENS[account], { timeout: 120_000 });
  await page.waitForTimeout(FIRST_SCREEN_MS);
  later = true;
  const drawn = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName("drawn");
    return mark ? performance.timeOrigin + mark.startTime : null;
  });
  const first = (await Promise.all(files)).filter(({ begun }) => begun <= (drawn ?? begun));
  say({
    kind: "screen",
    account,
    bytes: first.reduce((sum, { size }) => sum + size, 0),
    files: first.length,
  });
  await context.close();
}

async function secondsToFirstStop(page: Page, url: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const begun = performance.now();
  await page.goto(url + SCREENS.worker, { waitUntil: "commit" });
  await page
    .getByRole("button", { name: /^(On Way|Complete)/ })
    .first()
    .waitFor({ timeout: 120_000 });
  return (performance.now() - begun) / 1000;
}

/** The crew's first stop on a phone that knows nothing of the page, and on one that installed it. */
async function firstStop(browser: Browser, url: string): Promise<void> {
  const context = await phoneOf(browser, url, "worker");
  const page = await context.newPage();
  say({ kind: "first stop", phone: "cold", seconds: await secondsToFirstStop(page, url) });
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await page.close();
  const again = await context.newPage();
  say({ kind: "first stop", phone: "installed", seconds: await secondsToFirstStop(again, url) });
  await context.close();
}

const { chromium: executablePath, url, pages } = await read();
const browser = await chromium.launch({ executablePath, args: FLAGS });
for (const account of Object.keys(SCREENS) as (keyof typeof SCREENS)[])
  await firstScreen(browser, url, account);
await firstStop(browser, url);
await browser.close();
for (const page of pages)
  say({ kind: "page", page, ...(await judged(url + page, executablePath)) });
