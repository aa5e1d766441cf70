import { expect, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { PAGES } from "./public-pages";

/** Every public page for everybody: on any screen, by any reader, without a fault in the browser. */

/** One width for each layout; the home page at 390 px is in foundation.spec.ts. */
const WIDTHS = [320, 820, 1440];

/** Collects what the browser complains about from here on. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", ({ message }) => found.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text());
  });
  return found;
}

for (const { path, title, heading } of PAGES) {
  test(`${path} has its title, headings in order, and no barrier on any screen`, async ({
    page,
  }) => {
    test.slow();
    const found = complaints(page);
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /.{50,}/);
    const levels = await page
      .locator("h1, h2, h3, h4")
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      const [scrollWidth, clientWidth] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      expect(scrollWidth, `${width} px`).toBe(clientWidth);
      expect(await barriers(page), `${width} px`).toEqual([]);
    }
    expect(found).toEqual([]);
  });
}

test("on a phone nothing that is pressed is lower than 44 px", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { path } of PAGES) {
    await page.goto(path);
    const low = await page.locator("a, button, summary").evaluateAll((targets) =>
      targets
        // Links in running text are as high as their line, and stretched links as their card.
        .filter((target) => !target.closest("p, .sr-only"))
        .filter((target) => getComputedStyle(target, "::after").position !== "absolute")
        .filter((target) => target.getBoundingClientRect().width > 1)
        .filter((target) => target.getBoundingClientRect().height < 43.5)
        .map((target) => target.textContent),
    );
    expect(low, path).toEqual([]);
  }
});

test("the phone menu closes by Escape and by a press elsewhere", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "Menu" });
  const opener = page.getByRole("banner").locator("summary");
  await opener.click();
  await expect(menu).toBeVisible();
  const header = page.getByRole("banner").getByRole("link", { name: "Book Now" });
  await expect(header.filter({ visible: true })).toHaveCount(1);
  // What closes it comes with the application, which is fetched at the first press.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(menu).toBeVisible();
  await page.getByRole("contentinfo").click({ position: { x: 5, y: 5 } });
  await expect(menu).toBeHidden();
});
