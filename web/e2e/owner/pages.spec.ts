import { expect, type Page, test } from "@playwright/test";
import { asService, openAs } from "../support/staff-session";
import { ownProduct } from "./own-product";

/** The owner's own words on the public pages (rule: pages-in-own-words). */

const product = ownProduct("owner-pages");

async function openPages(page: Page, name: string): Promise<void> {
  await page.goto("/admin-dashboard?tab=settings&section=pages");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name }).click();
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
}

/** Whether React has taken the page over. */
async function isAwake(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
}

test("a question, a post and a headline are written, seen and published", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await openPages(page, "FAQ");
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.getByLabel("Question", { exact: true }).last().fill("Do you store skis?");
  const answer = page.getByLabel("Answer");
  await answer.fill("Yes, under {{ pounds }} lb.");
  await expect(page.getByText("There is no value pounds.")).toBeVisible();
  await answer.fill("Yes, under {{ heavy_pounds }} lb.\n\n- skis\n- poles\n\n<b>Wax</b> them.");
  const preview = page.getByRole("region", { name: "How it reads" });
  await expect(preview).toContainText("Yes, under 50 lb.");
  await expect(preview.getByRole("listitem")).toHaveText(["skis", "poles"]);
  await expect(preview).toContainText("<b>Wax</b> them.");

  await page.getByRole("button", { name: "Blog" }).click();
  await page.getByRole("button", { name: "Add a post" }).click();
  await page.getByLabel("Title").fill("Skis in summer");
  await page.getByLabel("Summary").fill("How they keep their edges.");
  await page.getByLabel("Text").fill("## Dry them\n\nThen wax them.\n\n![](warehouse)");
  // What is missing is shown where it is.
  await page.getByRole("button", { name: "Home" }).click();
  await page.getByLabel("Headline").fill("Home with skis. We keep the rest.");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByText("Please choose a day.")).toBeVisible();
  await page.getByLabel("Address").fill("skis-in-summer");
  await page.getByLabel("Day", { exact: true }).click();
  await page.getByRole("gridcell").getByRole("button", { disabled: false }).first().click();
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByRole("button", { name: "See the pages" }).click();
  const seen = page.frameLocator('iframe[title="Preview of FAQ"]');
  await expect(seen.getByText("Do you store skis?")).toBeVisible();
  await page.getByRole("combobox", { name: "Page" }).click();
  await page.getByRole("option", { name: "Skis in summer" }).click();
  const post = page.frameLocator('iframe[title="Preview of Skis in summer"]');
  await expect(post.getByRole("heading", { name: "Dry them" })).toBeVisible();
  const before = await page.request.get("/blog/skis-in-summer");
  expect(await before.text()).not.toContain("Dry them");
  await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: product().url })).newPage();
  await expect(async () => {
    await visitor.goto("/");
    const heading = visitor.getByRole("heading", { name: "Home with skis. We keep the rest." });
    await expect(heading).toBeVisible({ timeout: 1_000 });
    await visitor.goto("/faq");
    await visitor.getByText("Do you store skis?").click({ timeout: 1_000 });
    await visitor.goto("/blog/skis-in-summer");
    await expect(visitor.getByRole("heading", { name: "Dry them" })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await expect(visitor).toHaveTitle("Skis in summer · Summerstow");
  // Each worker follows by itself: one may answer while another has a moment to go.
  await expect(async () => {
    const sitemap = await visitor.request.get("/sitemap.xml");
    expect(await sitemap.text()).toContain("/blog/skis-in-summer</loc>");
    const faq = await visitor.request.get("/faq");
    expect(await faq.text()).toContain('"name":"Do you store skis?"');
  }).toPass();
});

test("a page that is reached by a link has its text, and says so where it cannot", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product().url });
  const visitor = await context.newPage();
  await visitor.goto("/pricing");
  const footer = visitor.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Terms & Conditions" }).hover();
  await visitor.evaluate(() => document.body.setAttribute("data-same", ""));
  await expect.poll(() => isAwake(visitor)).toBe(true);
  await footer.getByRole("link", { name: "Terms & Conditions" }).click();
  await expect(visitor.getByRole("heading", { name: "1. The service" })).toBeVisible();
  await context.route("**/privacy", (route) => route.abort());
  await footer.getByRole("link", { name: "Your data" }).click();
  const again = visitor.getByRole("button", { name: /try again/i });
  await expect(again).toBeVisible();
  await expect(visitor.getByText("We can't reach the server")).toBeVisible();
  await context.unroute("**/privacy");
  await again.click();
  await expect(visitor.getByRole("heading", { name: "1. What we ask for, and why" })).toBeVisible();
  await visitor.goBack();
  await expect(visitor.getByRole("heading", { name: "1. The service" })).toBeVisible();
  await expect(visitor.locator("body[data-same]")).toBeAttached();
});

test("a clause of the terms is put first, and a post is taken away", async ({ browser }) => {
  const service = await asService(product().url);
  const made = await service.post("/rest/v1/bookings", {
    data: { first_name: "Pia", last_name: "Early", email: "pia@students.example", campus_id: 3 },
  });
  const [{ id }] = (await made.json()) as [{ id: string }];
  await service.dispose();
  const page = await openAs(browser, product().url, "executive");
  await openPages(page, "Terms");
  await page.getByRole("combobox", { name: "Clause" }).click();
  await page.getByRole("option", { name: "2. Pickup" }).click();
  await page.getByRole("button", { name: "Move up" }).click();
  await page.getByRole("button", { name: "Blog" }).click();
  await page.getByRole("combobox", { name: "Post" }).click();
  await page.getByRole("option", { name: /The ultimate student storage checklist/ }).click();
  await page.getByRole("button", { name: "Remove this post" }).click();
  await publish(page);
  const visitor = await (await browser.newContext({ baseURL: product().url })).newPage();
  await expect(async () => {
    await visitor.goto("/terms");
    const first = visitor.getByRole("heading", { name: "1. Pickup" });
    await expect(first).toBeVisible({ timeout: 1_000 });
    const gone = await visitor.request.get("/sitemap.xml");
    expect(await gone.text()).not.toContain("checklist");
    await visitor.goto("/blog");
    await expect(visitor.getByRole("heading", { name: /hassle/i })).toBeVisible({ timeout: 1_000 });
    await expect(visitor.getByRole("heading", { name: /ultimate/ })).toHaveCount(0, {
      timeout: 1_000,
    });
  }).toPass();

  // What was agreed stays.
  await page.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  await page.getByRole("button", { name: "Terms at booking" }).click();
  const agreed = page.getByRole("dialog", { name: "Terms at booking" });
  await expect(agreed.getByRole("heading", { name: "1. The service" })).toBeVisible();
  await expect(agreed).toContainText("Cancelling 48 hours or more before your pickup is free.");
  await page.keyboard.press("Escape");
  await expect(agreed).toBeHidden();
});
