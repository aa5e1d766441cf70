import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

/** The pages that anybody may read: their words, their links, and nothing broken on any of them. */

const PAGES = [
  { path: "/", title: /Summerstow/, heading: "Go home with a backpack. We keep the rest." },
  { path: "/pricing", title: "Pricing · Summerstow", heading: /One price a month/ },
  { path: "/faq", title: "FAQ · Summerstow", heading: "Questions before you pack" },
  { path: "/contact", title: "Contact · Summerstow", heading: "Talk to a person" },
  { path: "/terms", title: "Terms & Conditions · Summerstow", heading: "Terms & Conditions" },
  { path: "/privacy", title: "Privacy · Summerstow", heading: "Privacy" },
  { path: "/blog", title: "Blog · Summerstow", heading: "From the packing table" },
  {
    path: "/blog/student-storage-hassle-free",
    title: "Student storage without the hassle · Summerstow",
    heading: "Student storage without the hassle",
  },
  {
    path: "/blog/ultimate-student-storage-checklist",
    title: "The ultimate student storage checklist · Summerstow",
    heading: "The ultimate student storage checklist",
  },
  {
    path: "/ubco",
    title: "UBC Okanagan student storage · Summerstow",
    heading: "Storage at UBC Okanagan",
  },
  {
    path: "/ubcv",
    title: "UBC Vancouver student storage · Summerstow",
    heading: "Storage at UBC Vancouver",
  },
  {
    path: "/tru",
    title: "Thompson Rivers University student storage · Summerstow",
    heading: "Storage at Thompson Rivers University",
  },
  { path: "/image-check", title: "Image check · Summerstow", heading: "Image check" },
];

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
  test(`${path} has its title, one first heading, no barrier and no console error`, async ({
    page,
  }) => {
    const found = complaints(page);
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /.{50,}/);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(found).toEqual([]);
  });
}

for (const width of [320, 390, 820]) {
  test(`no page is wider than a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const { path } of PAGES) {
      await page.goto(path);
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(tooWide, path).toBe(0);
    }
  });
}

test("every internal link of every page leads to a page, and every anchor to its place", async ({
  page,
  request,
}) => {
  const links = new Set<string>();
  for (const { path } of PAGES) {
    await page.goto(path);
    for (const link of await page.locator('a[href^="/"], a[href^="#"]').all()) {
      const href = (await link.getAttribute("href")) ?? "";
      links.add(href.startsWith("#") ? `${path}${href}` : href);
    }
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
  await expect(main.getByRole("region", { name: "Offers" }).getByRole("listitem")).toHaveCount(4);
  const reasons = main.getByRole("region", { name: "Why students choose us" });
  await expect(reasons.getByRole("listitem")).toHaveCount(6);
  const voices = main.getByRole("region", { name: "Heard at the kerb" });
  await expect(voices.getByRole("listitem")).toHaveCount(3);
  await expect(voices.getByRole("link", { name: /5\.0 of 5 stars/ })).toHaveAttribute(
    "href",
    /^https:/,
  );
  await expect(main.getByRole("article")).toHaveCount(2);
  const closing = main.getByRole("region", { name: "Your room, empty by Thursday." });
  await expect(closing.getByRole("link", { name: "View Pricing" })).toHaveAttribute(
    "href",
    "/pricing",
  );
  await closing.getByRole("link", { name: "Book Now" }).click();
  await expect(page.getByRole("dialog")).toContainText("Who are you?");
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

test("/pricing shows the four bundles, and both their buttons open the booking dialog", async ({
  page,
}) => {
  await page.goto("/pricing");
  const cards = page.getByRole("region", { name: "Bundles" }).getByRole("listitem");
  await expect(cards).toHaveCount(4);
  for (const [index, words] of [
    ["Small Bundle", "$60", "1-3 items", "$20 per item"],
    ["Medium Bundle", "Popular", "$105", "4-8 items", "$13.13 per item"],
    ["Large Bundle", "Popular", "$150", "9-14 items", "$10.71 per item"],
    ["XL Bundle", "$185", "15-19 items", "$9.74 per item"],
  ].entries()) {
    for (const word of words) await expect(cards.nth(index)).toContainText(word);
  }
  for (const name of ["Choose Plan (Medium Bundle)", "Split With Friends (Medium Bundle)"]) {
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("dialog")).toContainText("Who are you?");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("/pricing shows a saving only where there is one, the add-ons and the referral bonus", async ({
  page,
}) => {
  await page.goto("/pricing");
  const row = (name: string) => page.getByRole("row", { name });
  await expect(row("Small Bundle, 3 items")).toContainText("Single items cost less");
  await expect(row("Large Bundle, 14 items")).toContainText("$60 (29%)");
  const main = page.getByRole("main");
  await expect(main).toContainText(
    "Medium Bundle shared by 3 friends costs $35 each, saving $30 a month against 5 individual items ($75).",
  );
  for (const price of ["$25-45+ per item", "$45", "$150", "$250+"]) {
    await expect(main.getByText(price, { exact: true }).first()).toBeVisible();
  }
  await expect(main.getByRole("heading", { name: "$10 off for each friend" })).toBeVisible();
});

test.describe("before any script has run", () => {
  test.use({ javaScriptEnabled: false });

  test("the questions open one at a time, and close again", async ({ page }) => {
    await page.goto("/faq");
    for (const title of ["Getting Started", "Booking & Pickup", "Storage & Security"]) {
      await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
    }
    const open = page.locator("details[open]");
    await expect(open).toHaveCount(0);
    await page.getByText("How does it work?").click();
    await expect(open).toHaveCount(1);
    await page.getByText("What may I not store?").click();
    await expect(open).toHaveCount(1);
    await expect(open).toContainText("loose lithium batteries");
    await page.getByText("What may I not store?").click();
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

test("the campus pages name their residences", async ({ page }) => {
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

test("the terms hold every fee and limit", async ({ page }) => {
  await page.goto("/terms");
  const main = page.getByRole("main");
  for (const words of [
    "over 50 lb has a surcharge of 50%",
    "less than 24 hours' notice, costs $50-$250",
    "it costs $10 per item",
    "Outside a 3 mile radius",
    "$3 per mile, with a minimum of $50",
    "costs $100-$500",
    "within 48 hours of pickup costs $100",
    "collecting the items again costs $100-$500",
    "2 or 4 hours",
    "48 hours' notice",
    "more than 30 days",
    "$2 per month for each $100",
    "$500 per item and $1,000 per customer",
    "within 72 hours",
    "at least 18",
  ]) {
    await expect(main).toContainText(words);
  }
});

test("the image check says of five pictures that they loaded, and of a missing one that it failed", async ({
  page,
}) => {
  await page.route("**/pictures/tru.svg", (route) => route.abort());
  await page.goto("/image-check");
  const pictures = page.getByRole("main").getByRole("listitem");
  await expect(pictures).toHaveCount(5);
  await expect(pictures.getByText("Loaded")).toHaveCount(4);
  await expect(pictures.filter({ hasText: "tru.svg" })).toContainText("Failed");
});
