import { expect, type Response, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { closeByEscape } from "../support/escape";

/** What every page stands on: navigation, gates, the way into booking, and no barrier for anybody. */

test("Book Now on the home page opens the booking dialog, and closing gives focus back", async ({
  page,
}) => {
  await page.goto("/");
  const bookNow = page.getByRole("main").getByRole("link", { name: "Book Now" }).first();
  await expect(bookNow).toHaveAttribute("href", "/book");
  await bookNow.click();
  await expect(page.getByRole("dialog")).toContainText("Who are you?");
  await expect(page).toHaveURL("/");
  await closeByEscape(page.getByRole("dialog"));
  await expect(bookNow).toBeFocused();
});

test.describe("before any script has run", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page is readable and Book Now leads to /book", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Go home with a backpack. We keep the rest.",
    );
    await page.getByRole("main").getByRole("link", { name: "Book Now" }).first().click();
    await expect(page).toHaveURL(/\/book\/?$/);
  });
});

test("the link of the current page is marked", async ({ page }) => {
  await page.goto("/");
  const current = page.getByRole("navigation", { name: "Main" }).locator('[aria-current="page"]');
  await expect(current).toHaveText("Home");
  await page.getByRole("navigation", { name: "Main" }).getByText("Pricing").click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(current).toHaveText("Pricing");
});

test("the phone menu opens, leads on and closes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("banner").locator("summary").click();
  await page.getByRole("navigation", { name: "Menu" }).getByText("FAQ").click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden();
});

test("a visitor at any dashboard is sent to /auth", async ({ page }) => {
  for (const path of [
    "/dashboard",
    "/dashboard/customer",
    "/customer-dashboard",
    "/admin-dashboard",
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/auth$/);
  }
});

test("an unknown address says Page Not Found and offers four ways on", async ({ page }) => {
  await page.goto("/no/such/page");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  for (const path of ["/", "/book", "/pricing", "/contact"]) {
    await expect(main.locator(`a[href="${path}"]`)).toBeVisible();
  }
});

test("public pages do not load the accounts client", async ({ page }) => {
  const coming: Promise<string>[] = [];
  const keep = (response: Response) => {
    if (response.request().resourceType() === "script") coming.push(response.text());
  };
  page.on("response", keep);
  await page.goto("/");
  await page.mouse.wheel(0, 200);
  await expect.poll(() => coming.length).toBeGreaterThan(5);
  await page.waitForLoadState("networkidle");
  // One that is still being read when the journey ends would be its failure.
  page.off("response", keep);
  const scripts = await Promise.all(coming);
  expect(scripts.filter((script) => script.includes("AuthSessionMissingError"))).toEqual([]);
});

for (const [path, widths] of [
  ["/", [390, 820, 1440]],
  ["/no/such/page", [390]],
] as const) {
  test(`${path} fits each screen and has no accessibility fault`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(excess, `${width} px`).toBeLessThanOrEqual(0);
      expect(await barriers(page), `${width} px`).toEqual([]);
    }
  });
}
