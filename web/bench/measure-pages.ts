/**
 * Measures pages as a phone sees them: node bench/measure-pages.ts, its plan as JSON on standard
 * input, one JSON line an answer on standard output. bench/pages.py starts it and prints.
 */

import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { chromium } from "playwright";

interface Plan {
  chromium: string;
  /** The product, and the same pages without scripts. */
  ours: string;
  bare: string;
  pages: string[];
  rounds: number;
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
/** Slow 4G as Lighthouse applies it to a real connection. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

async function read(): Promise<Plan> {
  let text = "";
  for await (const part of process.stdin) text += part;
  return JSON.parse(text);
}

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Lighthouse's mobile preset: scores, paint, shift, bytes, scripts, and what costs a point. */
async function judge(address: string, port: number) {
  const result = await lighthouse(address, { port, output: "json", logLevel: "silent" });
  if (!result) throw new Error(`Lighthouse said nothing of ${address}`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits["network-requests"]?.details;
  const items = requests?.type === "table" ? requests.items : [];
  const scores = Object.entries(categories).map(([name, { score }]) => [name, (score ?? 0) * 100]);
  const faults = Object.entries(categories)
    .filter(([name]) => name !== "performance")
    .flatMap(([, { auditRefs }]) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    ...Object.fromEntries(scores),
    lcp: figure("largest-contentful-paint"),
    fcp: figure("first-contentful-paint"),
    tbt: figure("total-blocking-time"),
    cls: figure("cumulative-layout-shift"),
    bytes: figure("total-byte-weight"),
    scripts: items.filter(({ resourceType }) => resourceType === "Script").length,
    faults,
  };
}

/** A browser of its own each time; on a busy machine Lighthouse now and then misses the start. */
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

async function pages({ chromium: chromePath, ours, bare, pages, rounds }: Plan): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    for (const page of pages) {
      for (const [kind, site] of [
        ["ours", ours],
        ["bare", bare],
      ] as const) {
        say({ kind, page, round, ...(await judged(site + page, chromePath)) });
      }
    }
  }
}

/** Milliseconds from a tap on 'Book Now', on a loaded page with a warm cache, to the wizard. */
async function wizard({ chromium: executablePath, ours, rounds }: Plan): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const phone = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext(phone);
  for (let round = 0; round <= rounds; round++) {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (round > 0) {
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    }
    await page.goto(`${ours}/`, { waitUntil: "load" });
    const begun = performance.now();
    await page.getByRole("main").getByRole("link", { name: "Book Now" }).first().tap();
    await page.getByRole("dialog").getByText("Who are you?").waitFor();
    // The first round only fills the cache.
    if (round > 0) say({ kind: "wizard", round, ms: performance.now() - begun });
    await page.close();
  }
  await browser.close();
}

const plan = await read();
await wizard(plan);
await pages(plan);
