/**
 * Measures how soon the staff's screens show what they are opened for, on a real build.
 *
 *   BASE_URL=http://localhost:8000 node measure/speed.ts [cold installed search tabs] [--rounds 5]
 *
 * cold: a crew's first stop is readable, on a phone that was never here (limit 4 s).
 * installed: the same from what is kept on the phone, without a signal and with a poor one (1 s).
 * search: what the office looks for stands there, after the last key (200 ms).
 * tabs: another tab of the office that was open before is drawn (150 ms).
 *
 * Crews have 400 kbit/s and a processor 4 times slower, both by the browser's own tools. The product
 * must be a demo in full swing (SUMMERSTOW_DEMO=1) with SUMMERSTOW_RATE_LIMITS=0. Medians; ends with
 * 1 where one is over its limit.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright";

const BASE = process.env.BASE_URL ?? "http://localhost:8000";
const SERVICE = { apikey: "demo-service-key", authorization: "Bearer demo-service-key" };
const BITS_A_SECOND = 400_000;
/** From asking until the first byte, as on a mobile network that is not overloaded. */
const LATENCY_MS = 100;
const SLOWER = 4;
const CAMPUS = 2;
const BROWSER = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
};
/** Until nothing that was asked for before is on its way any more; pages that poll are never idle. */
const QUIET_MS = 700;
const SESSION_KEY = "sb-summerstow-auth-token";

const named = process.argv.slice(2).filter((one) => /^[a-z]+$/.test(one));
const roundsAt = process.argv.indexOf("--rounds");
const ROUNDS = roundsAt > 0 ? Number(process.argv[roundsAt + 1]) : 5;
const wanted = (name: string) => named.length === 0 || named.includes(name);

interface Figure {
  name: string;
  limit: number;
  times: number[];
}
const figures: Figure[] = [];

async function post<Answer>(address: string, body: object, headers: object): Promise<Answer> {
  const answer = await fetch(`${BASE}${address}`, {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "return=representation", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

const session = (email: string) =>
  post<{ access_token: string }>(
    "/auth/v1/token?grant_type=password",
    { email, password: "demo-password" },
    { apikey: "anon" },
  );

/** The customer at the first stop of today that is not done, as the crew's list has it. */
async function firstStop(): Promise<string> {
  const { access_token } = await session("worker@demo.test");
  interface Day {
    runs: { stops: { full_name: string; state: string }[] }[];
  }
  const { runs: found } = await post<Day>(
    "/rest/v1/rpc/run_day",
    { campus_id: CAMPUS },
    { apikey: "anon", authorization: `Bearer ${access_token}` },
  );
  const open = found
    .flatMap(({ stops }) => stops)
    .find(({ state }) => !["completed", "failed"].includes(state));
  if (!open) throw new Error("no stop is left today: start the demo anew");
  return open.full_name;
}

/** Notes in the page when these words are drawn for the first time, in milliseconds. */
async function noteWhen(page: Page, words: string): Promise<void> {
  await page.addInitScript((sought) => {
    const found = () =>
      document.querySelector("#first-stops, #main")?.textContent?.includes(sought);
    const observer = new MutationObserver(() => {
      if (!found()) return;
      observer.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          (globalThis as { readableAt?: number }).readableAt = performance.now();
        }),
      );
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  }, words);
}

async function readableAt(page: Page): Promise<number> {
  const at = await page.waitForFunction(
    () => (globalThis as { readableAt?: number }).readableAt,
    null,
    { timeout: 60_000, polling: 200 },
  );
  return (await at.jsonValue()) as number;
}

async function asPhone(page: Page, network: boolean): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  if (!network) return;
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BITS_A_SECOND / 8,
    uploadThroughput: BITS_A_SECOND / 8,
  });
}

const runs = `/admin-dashboard?tab=runs&campus=${CAMPUS}`;
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

function signedIn(held: object) {
  return {
    cookies: [],
    origins: [{ origin: BASE, localStorage: [{ name: SESSION_KEY, value: JSON.stringify(held) }] }],
  };
}

async function cold(name: string): Promise<void> {
  const figure: Figure = { name: "crew, cold: first stop", limit: 4_000, times: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const browser = await chromium.launch(BROWSER);
    const storageState = signedIn(await session("worker@demo.test"));
    const context = await browser.newContext({ ...phone, baseURL: BASE, storageState });
    const page = await context.newPage();
    await noteWhen(page, name);
    await asPhone(page, true);
    let bytes = 0;
    let asked = 0;
    const tools = await context.newCDPSession(page);
    await tools.send("Network.enable");
    tools.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      asked += 1;
    });
    await page.goto(runs, { waitUntil: "commit" });
    figure.times.push(await readableAt(page));
    process.stdout.write(`  ${Math.round(bytes / 1024)} KB in ${asked} answers\n`);
    await browser.close();
  }
  figures.push(figure);
}

async function installed(name: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "summerstow-speed-"));
  const open = () =>
    chromium.launchPersistentContext(folder, { ...BROWSER, ...phone, baseURL: BASE });
  const held = JSON.stringify(await session("worker@demo.test"));
  let context: BrowserContext = await open();
  let page = await context.newPage();
  await page.goto("/favicon.svg");
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? "", value ?? ""),
    [SESSION_KEY, held],
  );
  await page.goto(runs);
  await page.getByText(name).first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await page.waitForTimeout(3 * QUIET_MS);
  await context.close();
  for (const offline of [true, false]) {
    const figure: Figure = {
      name: `crew, installed, ${offline ? "no signal" : "poor signal"}: first stop`,
      limit: 1_000,
      times: [],
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      context = await open();
      page = await context.newPage();
      await noteWhen(page, name);
      await asPhone(page, !offline);
      await context.setOffline(offline);
      await page.goto(runs, { waitUntil: "commit" });
      figure.times.push(await readableAt(page));
      await context.close();
    }
    figures.push(figure);
  }
  rmSync(folder, { recursive: true, force: true });
}

async function office(): Promise<Page> {
  const browser = await chromium.launch(BROWSER);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: BASE,
    storageState: signedIn(await session("admin@demo.test")),
    serviceWorkers: "block",
  });
  return context.newPage();
}

/** From the last change of a field until the words stand in the list, in the page's own time. */
async function until(page: Page, deed: () => Promise<void>, words: string): Promise<number> {
  const waiting = page.evaluate(
    (sought) =>
      new Promise<number>((resolve) => {
        let begun = 0;
        const note = () => {
          begun = performance.now();
        };
        addEventListener("input", note, { capture: true });
        const look = () => {
          const shown = document.querySelector("[role=listbox]")?.textContent ?? "";
          if (!begun || !shown.includes(sought)) return requestAnimationFrame(look);
          removeEventListener("input", note, { capture: true });
          resolve(performance.now() - begun);
        };
        look();
      }),
    words,
  );
  await deed();
  return waiting;
}

async function search(): Promise<void> {
  const page = await office();
  const figure: Figure = { name: "office: search after the last key", limit: 200, times: [] };
  const people = (await (
    await fetch(
      `${BASE}/rest/v1/bookings?select=first_name,last_name&first_name=not.is.null&last_name=not.is.null&limit=${ROUNDS * 7}`,
      { headers: SERVICE },
    )
  ).json()) as { first_name: string; last_name: string }[];
  await page.goto("/admin-dashboard?tab=bookings");
  await page.getByRole("table").first().waitFor();
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = people[(round * 5) % people.length];
    if (!one) throw new Error("nobody to look for");
    const text = `${one.first_name} ${one.last_name}`;
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search" });
    await field.waitFor();
    await page.waitForTimeout(QUIET_MS);
    const took = await until(page, () => field.fill(text), text);
    // The first brings the palette itself.
    if (round > 0) figure.times.push(took);
    await field.fill("");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  figures.push(figure);
  await page.context().browser()?.close();
}

/** What stands on each tab once it is drawn with what it shows. */
const TABS: readonly [string, string][] = [
  ["Bookings", "table tbody tr"],
  ["Pickups", "[role=tabpanel] h2, [role=tabpanel] li"],
  ["Runs", "[role=tabpanel] section"],
  ["Needs a person", "[role=tabpanel] h2"],
  ["Supplies", "table tbody tr"],
  ["Warehouse", "[role=tabpanel] nav"],
  ["Schedule", "[role=tabpanel] h2"],
  ["Customers", "table tbody tr"],
  ["Payments", "table tbody tr"],
  ["History", "table tbody tr"],
];

async function tabs(): Promise<void> {
  const page = await office();
  await page.goto("/admin-dashboard?tab=bookings");
  const times = new Map<string, number[]>(TABS.map(([name]) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, content] of TABS) {
      const tab = page.getByRole("tab", { name });
      const waiting = page.evaluate(
        ([label, selector]) =>
          new Promise<number>((resolve) => {
            let begun = 0;
            addEventListener(
              "pointerdown",
              () => {
                begun = performance.now();
              },
              { capture: true, once: true },
            );
            const look = () => {
              const open = document.querySelector("[role=tab][aria-selected=true]")?.textContent;
              const panel = document.querySelector("[role=tabpanel]:not([hidden])");
              const still = panel?.querySelector("[aria-busy=true], .animate-pulse");
              if (
                begun &&
                open?.startsWith(label ?? "") &&
                document.querySelector(selector ?? "") &&
                !still
              )
                resolve(performance.now() - begun);
              else requestAnimationFrame(look);
            };
            look();
          }),
        [name, content],
      );
      await tab.click();
      const took = await waiting;
      if (round > 0) times.get(name)?.push(took);
      else await page.waitForTimeout(QUIET_MS);
    }
  for (const [name, took] of times)
    figures.push({ name: `office: tab ${name}, warm`, limit: 150, times: took });
  await page.context().browser()?.close();
}

if (wanted("cold") || wanted("installed")) {
  const name = await firstStop();
  if (wanted("cold")) await cold(name);
  if (wanted("installed")) await installed(name);
}
if (wanted("search")) await search();
if (wanted("tabs")) await tabs();

const median = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
let over = 0;
for (const { name, limit, times } of figures) {
  const middle = median(times);
  if (!(middle < limit)) over += 1;
  const all = times.map((one) => Math.round(one)).join(" ");
  process.stdout.write(
    `${name.padEnd(44)}${Math.round(middle).toString().padStart(7)} ms  limit ${limit}  (${all})${middle < limit ? "" : "  OVER"}\n`,
  );
}
process.exitCode = over > 0 ? 1 : 0;
