import { expect, type Page, test } from "@playwright/test";
import { prerenderedPaths } from "../../app/prerendered-paths.ts";
import { closeByEscape } from "../support/escape";
import { holdScripts } from "../support/hold-scripts";

/** Public pages sleep until somebody does something, and nothing that was done early is lost. */

function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) scripts.push(request.url());
  });
  return scripts;
}

/** In a page: nothing is fetched ahead, however long it lies there. */
function savesData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

/** What is only true once React has taken the page over. */
async function isAwake(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
}

for (const path of [...prerenderedPaths, "/no/such/page"]) {
  test(`${path} asks for no script before the first interaction, and wakes without a fault`, async ({
    page,
  }) => {
    await page.addInitScript(savesData);
    const scripts = scriptsOf(page);
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    await page.goto(path, { waitUntil: "networkidle" });
    expect(scripts).toEqual([]);
    const bytes = await page.evaluate(() =>
      (["navigation", "resource"] as const)
        .flatMap((kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[])
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(40_000);
    expect(bytes).toBeLessThan(80 * 1024);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => isAwake(page)).toBe(true);
    expect(faults).toEqual([]);
  });
}

test("the scripts are fetched ahead for those who stay, unless they save data", async ({
  page,
}) => {
  const scripts = scriptsOf(page);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto("/", { waitUntil: "load" });
  await page.clock.runFor(2_000);
  expect(scripts).toEqual([]);
  await page.clock.runFor(2_000);
  await expect.poll(() => scripts.some((script) => script.includes("booking-dialog"))).toBe(true);
  expect(await isAwake(page)).toBe(false);
  await page.addInitScript(savesData);
  await page.reload({ waitUntil: "load" });
  await page.clock.runFor(4_000);
  await expect(page.locator('link[rel="prefetch"]')).toHaveCount(0);
});

test("a tap on Book Now before the application is there opens the wizard when it is", async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto("/");
  const bookNow = page.getByRole("main").getByRole("link", { name: "Book Now" }).first();
  await bookNow.click();
  await expect(bookNow).toHaveAttribute("data-held");
  release();
  await expect(page.getByRole("dialog")).toContainText("Who are you?");
  await expect(page).toHaveURL("/");
  await closeByEscape(page.getByRole("dialog"));
  await expect(bookNow).not.toHaveAttribute("data-held");
});

test("a tap on Book Now while the page is still arriving opens the wizard on that page", async ({
  page,
}) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  // The rest of the page waits behind a script, as it does on a slow line.
  await page.route("/", async (route) => {
    const answer = await route.fetch();
    const [first, ...rest] = (await answer.text()).split("</main>");
    const body = [`${first}</main><script src="/late.js"></script>`, ...rest].join("");
    await route.fulfill({ response: answer, body });
  });
  await page.route("/late.js", async (route) => {
    await arrived;
    await route.fulfill({ contentType: "text/javascript", body: "" });
  });
  await page.goto("/", { waitUntil: "commit" });
  const bookNow = page.getByRole("main").getByRole("link", { name: "Book Now" }).first();
  await bookNow.click({ noWaitAfter: true });
  expect(await page.evaluate(() => document.readyState)).toBe("loading");
  arrive();
  await expect(page.getByRole("dialog")).toContainText("Who are you?");
  await expect(page).toHaveURL("/");
});

test("a tap on Book Now whose application does not come follows its link", async ({ page }) => {
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/pricing");
  await page.getByRole("main").getByRole("link", { name: "Choose Plan" }).first().click();
  await expect(page).toHaveURL(/\/book\b/);
});

test("a button pressed before the application is there acts once", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/book");
  await page.getByRole("button", { name: "Start Booking Process" }).press("Enter");
  release();
  await expect(page.getByRole("dialog")).toContainText("Who are you?");
});

test("answers and the phone menu that were opened early stay open", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdScripts(page);
  await page.goto("/faq");
  await page.getByText("How does it work?").click();
  await page.getByRole("banner").locator("summary").click();
  release();
  await expect.poll(() => isAwake(page)).toBe(true);
  await expect(page.locator("main details[open]")).toContainText("How does it work?");
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
});

test("a figure typed early is reckoned with", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/pricing");
  const items = page.getByRole("main").locator('input[type="number"]').first();
  await items.fill("14");
  await page.getByText("Single items", { exact: false }).first().hover();
  release();
  await expect.poll(() => isAwake(page)).toBe(true);
  await expect(items).toHaveValue("14");
  await expect(page).toHaveURL(/14/);
});

test("somebody signed in sees their way in at once, without a jump", async ({ page }) => {
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.addInitScript(() => localStorage.setItem("sb-summerstow-auth-token", "{}"));
  await page.goto("/");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await expect(banner.getByRole("link", { name: "Sign In" })).toBeHidden();
});

test("a new page is read from its start, and going back returns to the place", async ({ page }) => {
  await page.goto("/");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "FAQ" });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => isAwake(page)).toBe(true);
  const before = await page.evaluate(() => window.scrollY);
  await link.click();
  await expect(page).toHaveURL("/faq");
  await expect(page.locator("main#main")).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(before, -2);
});
