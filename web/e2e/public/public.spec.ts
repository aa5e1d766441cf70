import { expect, test } from "@playwright/test";
import { closeByEscape } from "../support/escape";
import { bundle, dollars, pricing, range, terms } from "../support/prices";
import { PAGES } from "./public-pages";

/** The pages that anybody may read: their words, their links, and their ways into the booking. */

test("every internal link of every page leads to a page, and every anchor to its place", async ({
  page,
  request,
}) => {
  const links = new Set<string>();
  for (const { path } of PAGES) {
    await page.goto(path);
    const found = await page
      .locator('a[href^="/"], a[href^="#"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    for (const href of found) links.add(href.startsWith("#") ? `${path}${href}` : href);
  }
  expect(links.size).toBeGreaterThan(20);
  for (const link of links) {
    const [path = "", anchor] = link.split("#");
    const answer = await request.get(path);
    expect(answer.status(), link).toBe(200);
    if (anchor) expect(await answer.text(), link).toContain(`id="${anchor}"`);
  }
});

test("home has its offers, steps, benefits, testimonials, teasers and closing call", async ({
  page,
}) => {
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main.getByRole("region", { name: "The season" })).toContainText("Aug 31 - Sep 3");
  await expect(main.getByRole("region", { name: "Offers" }).getByRole("listitem")).toHaveCount(4);
  const reasons = main.getByRole("region", { name: "Why students choose us" });
  await expect(reasons.getByRole("listitem")).toHaveCount(6);
  const voices = main.getByRole("region", { name: "Heard at the curb" });
  await expect(voices.getByRole("listitem")).toHaveCount(3);
  await expect(voices.getByRole("link", { name: /5\.0 star reviews/ })).toHaveAttribute(
    "href",
    /^https:/,
  );
  await expect(main.getByRole("article")).toHaveCount(2);
  const closing = main.getByRole("region", { name: "Your room, empty by Thursday." });
  await expect(closing.getByRole("link", { name: "View Pricing" })).toHaveAttribute(
    "href",
    "/pricing",
  );
  await expect(main.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/auth");
});

test("'See How It Works' leads to the four steps", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "See How It Works" }).click();
  const steps = page.locator("#how-it-works");
  await expect(steps).toBeInViewport();
  await expect(steps.getByRole("heading", { level: 3 })).toHaveCount(4);
});

test("home describes the service to search engines: three addresses and the offer", async ({
  page,
}) => {
  await page.goto("/");
  const text = await page.locator('script[type="application/ld+json"]').first().textContent();
  const data = JSON.parse(text ?? "");
  expect(data["@type"]).toBe("Service");
  expect(data.provider.address).toHaveLength(3);
  expect(data.offers).toMatchObject({ price: "59.99", priceCurrency: "CAD" });
});

test("/pricing on a phone keeps its index in reach, without a script", async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto("/pricing");
  const index = page.getByRole("navigation", { name: "On this page" });
  await page.getByRole("heading", { name: "Price-match guarantee" }).scrollIntoViewIfNeeded();
  await expect(index).toBeInViewport({ ratio: 1 });
  // No heading that it leads to lies behind it.
  for (const [name, id] of [["Compare", "value"] as const, ["Add-ons", "add-ons"] as const]) {
    await index.getByRole("link", { name }).click();
    const heading = page.locator(`h2#${id}`);
    await expect(heading).toBeInViewport({ ratio: 1 });
    const [bar, title] = [await index.boundingBox(), await heading.boundingBox()];
    expect(title?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  }
  await context.close();
});

test("/pricing shows the four bundles", async ({ page }) => {
  await page.goto("/pricing");
  const cards = page.getByRole("region", { name: "Bundles" }).getByRole("listitem");
  await expect(cards).toHaveCount(4);
  const names = ["Small Bundle", "Medium Bundle", "Large Bundle", "XL Bundle"];
  expect(pricing.bundles.map(({ name }) => name)).toEqual(names);
  for (const [index, one] of pricing.bundles.entries()) {
    for (const words of [
      one.name,
      dollars(one.monthly_cents),
      `${one.items_range} items`,
      `${one.price_per_item} per item`,
    ])
      await expect(cards.nth(index)).toContainText(words);
  }
});

test("the wizard opens from every call to book, where one stands", async ({ page }) => {
  test.slow();
  for (const [path, names] of [
    ["/", ["Book Now"]],
    ["/pricing", ["Choose Plan (Medium Bundle)", "Split With Friends (Medium Bundle)"]],
    ["/faq", ["Book Now"]],
    ["/tru", ["Book Now"]],
    ["/blog/student-storage-hassle-free", ["Book Now"]],
  ] as const) {
    await page.goto(path);
    for (const name of names) {
      await page.getByRole("main").getByRole("link", { name }).last().click();
      await expect(page.getByRole("dialog")).toContainText("Who are you?");
      await closeByEscape(page.getByRole("dialog"));
    }
    await expect(page).toHaveURL(path);
  }
});

test("/book says what is free and when, and goes on with the plan that was chosen", async ({
  page,
}) => {
  await page.goto("/book?plan=medium");
  const main = page.getByRole("main");
  const free = main.getByRole("region", { name: "What is free" });
  await expect(free).toContainText("FREE Pickup, Delivery & Supplies Included");
  await expect(free).toContainText("from Aug 31 to Sep 3");
  const [least] = pricing.bundles;
  await expect(main).toContainText(
    `From ${dollars(least?.monthly_cents ?? 0)} a month for ${least?.items_range} items, before GST.`,
  );
  for (const words of [
    "First Come First Serve",
    "Need changes?",
    `${dollars(pricing.referral_credit_cents)} off for each friend`,
  ]) {
    await expect(main.getByRole("heading", { name: words })).toBeVisible();
  }
  await main.getByRole("button", { name: "Start Booking Process" }).click();
  await expect(page.getByRole("dialog")).toContainText("Who are you?");
  await closeByEscape(page.getByRole("dialog"));
  await expect(main.getByRole("status").filter({ hasText: "You chose" })).toHaveText(
    "You chose: Medium Bundle (4-8 items)",
  );
});

test("/pricing shows a saving only where there is one, the add-ons and the referral bonus", async ({
  page,
}) => {
  await page.goto("/pricing");
  const value = page.getByRole("region", { name: "When a bundle pays" });
  const row = (name: string) => value.getByRole("listitem").filter({ hasText: name });
  await expect(row("Small Bundle, 3 items")).toContainText("single items cost less");
  await expect(row("Small Bundle, 3 items")).not.toContainText("Save");
  const single = pricing.single_item_monthly_cents;
  const large = bundle("large");
  const saved = 14 * single - large.monthly_cents;
  await expect(row("Large Bundle, 14 items")).toContainText(`Save ${dollars(saved)}`);
  await expect(row("Large Bundle, 14 items")).toContainText(
    `${Math.round((100 * saved) / (14 * single))}%, a month · saves from ${Math.floor(large.monthly_cents / single) + 1} items`,
  );
  const shares = page.getByRole("table", { name: "What each friend pays a month" });
  await expect(shares.getByRole("row", { name: "Medium Bundle" })).toContainText(
    dollars(bundle("medium").monthly_cents / 3),
  );
  const main = page.getByRole("main");
  await expect(main).toContainText(pricing.split_example);
  const addOns = main.getByRole("region", { name: "Add-ons, only if you need them" });
  for (const { price } of pricing.add_ons) {
    await expect(addOns.getByText(price, { exact: true })).toBeVisible();
  }
  await expect(
    main.getByRole("heading", {
      name: `${dollars(pricing.referral_credit_cents)} off for each friend`,
    }),
  ).toBeVisible();
});

test.describe("before any script has run", () => {
  test.use({ javaScriptEnabled: false });

  test("the phone menu opens and leads on, and a plan is a link that carries it", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Menu" });
    await expect(menu).toBeHidden();
    await page.getByRole("banner").locator("summary").click();
    await menu.getByText("Pricing").click();
    await expect(page).toHaveURL(/\/pricing\/?$/);
    await expect(menu).toBeHidden();
    await page.getByRole("link", { name: "Split With Friends (Large Bundle)" }).click();
    await expect(page).toHaveURL(/\/book\/?\?plan=large&split=1$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Book your summer storage");
  });

  test("the questions open one at a time, and close again", async ({ page }) => {
    await page.goto("/faq");
    for (const title of ["Getting Started", "Booking & Pickup", "Storage & Security"]) {
      await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
    }
    const open = page.locator("details[open]");
    await expect(open).toHaveCount(0);
    await page.getByText("How does it work?").click();
    await expect(open).toHaveCount(1);
    await page.getByText("What can't I store?").click();
    await expect(open).toHaveCount(1);
    await expect(open).toContainText("loose lithium batteries");
    await page.getByText("What can't I store?").click();
    await expect(open).toHaveCount(0);
  });
});

test("/contact gives email, phone, hours and three addresses", async ({ page }) => {
  await page.goto("/contact");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "hello@summerstow.test" })).toHaveAttribute(
    "href",
    "mailto:hello@summerstow.test",
  );
  await expect(main.getByRole("link", { name: "(250) 555-0139" })).toHaveAttribute(
    "href",
    "tel:+12505550139",
  );
  for (const words of [
    "8:00 AM - 10:00 PM",
    "May-September",
    "1137 Alumni Avenue",
    "2329 West Mall",
    "805 TRU Way",
  ]) {
    await expect(main).toContainText(words);
  }
});

test("the campus pages name their residences and how far pickup is free", async ({ page }) => {
  for (const [path, residences] of [
    ["/ubcv", ["Totem Park", "Walter Gage", "tə šxʷhəleləm̓s tə k̓ʷaƛ̓kʷəʔaʔɬ"]],
    ["/ubco", ["Nechako", "Skeena", "Monashee Place"]],
    ["/tru", ["North Tower", "East Village", "Coyote Den"]],
  ] as const) {
    await page.goto(path);
    const list = page.getByRole("region", { name: "Residences we collect from" });
    for (const name of residences) {
      await expect(list.getByText(name, { exact: false }).first()).toBeVisible();
    }
    const around = page.getByRole("region", { name: "Three miles around, free" });
    await expect(around.getByRole("listitem").first()).toContainText("Free");
    await expect(around.getByRole("listitem").last()).toContainText(
      `From ${dollars(terms.outside_radius.min_cents)}`,
    );
  }
});

test("the blog lists both posts with their days, and an unknown post leads back to it", async ({
  page,
}) => {
  await page.goto("/blog");
  const posts = page.getByRole("main").getByRole("article");
  await expect(posts).toHaveCount(2);
  await expect(posts.nth(0)).toContainText("June 17, 2024");
  await expect(posts.nth(1)).toContainText("June 10, 2024");
  await posts.nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/\/blog\/ultimate-student-storage-checklist$/);
  await page.goto("/blog/no-such-post");
  await expect(page).toHaveURL(/\/blog$/);
  await expect(posts).toHaveCount(2);
});

test("the terms hold every fee and limit, and each fee leads to its clause", async ({ page }) => {
  await page.goto("/terms");
  const main = page.getByRole("main");
  const fees = main.getByRole("region", { name: "Everything that can cost extra" });
  await fees.getByRole("link", { name: /Cancelling within 48 hours/ }).click();
  await expect(page.getByRole("region", { name: "5. Changes and cancellation" })).toBeInViewport();
  for (const words of [
    `over 50 lb has a surcharge of ${terms.heavy_box_surcharge_percent}%`,
    `less than 24 hours' notice, costs ${range(terms.location_change)}`,
    `it costs ${dollars(terms.labeling_fee_cents_per_item)} per item`,
    "Outside a 3 mile radius",
    `${dollars(terms.outside_radius.cents_per_mile)} per mile, with a minimum of ${dollars(terms.outside_radius.min_cents)}`,
    `costs ${range(terms.out_of_window_cents)}`,
    `within 48 hours of pickup costs ${dollars(terms.late_cancellation.cents)}`,
    `taking the items back costs ${range(terms.failed_delivery_pickup_cents)}`,
    "2 or 4 hours",
    "48 hours' notice",
    "more than 30 days",
    `${dollars(terms.insurance.monthly_cents_per_unit)} per month for each ${dollars(terms.insurance.unit_cents)}`,
    `${dollars(terms.insurance.max_item_cents)} per item and ${dollars(terms.insurance.max_customer_cents)} per customer`,
    "within 72 hours",
    "at least 18",
  ]) {
    await expect(main).toContainText(words);
  }
});

test("the image check says of five pictures that they loaded, and of a missing one that it failed", async ({
  page,
}) => {
  await page.route("**/pictures/tru*", (route) => route.abort());
  await page.goto("/image-check");
  const pictures = page.getByRole("main").getByRole("listitem");
  await expect(pictures).toHaveCount(5);
  await expect(pictures.getByText("Loaded")).toHaveCount(4);
  await expect(pictures.filter({ hasText: "/pictures/tru" })).toContainText("Failed");
});
