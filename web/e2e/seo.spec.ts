import { expect, test } from "@playwright/test";
import { prerenderedPaths } from "../app/prerendered-paths.ts";

/** What search engines and shared links are told, as it is served. */

const PAGES = prerenderedPaths.filter((path) => path !== "/404");

type Thing = Record<string, unknown> & { "@type": string };

function structuredData(html: string): Thing[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...scripts].map(([, text]) => JSON.parse(text ?? ""));
}

function content(html: string, name: string): string {
  return html.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1] ?? "";
}

test("each page has words, one address and a picture of its own kind", async ({ request }) => {
  const titles = new Set<string>();
  for (const path of PAGES) {
    const html = await (await request.get(path)).text();
    titles.add(html.match(/<title>(.*?)<\/title>/)?.[1] ?? "");
    expect(content(html, "description").length, path).toBeGreaterThan(50);
    const canonical = html.match(/<link rel="canonical" href="([^"]+)"/)?.[1] ?? "";
    expect(new URL(canonical).pathname, path).toBe(path);
    expect(content(html, "og:url"), path).toBe(canonical);
    expect(content(html, "twitter:card"), path).toBe("summary_large_image");
    const picture = await request.get(new URL(content(html, "og:image")).pathname);
    expect(picture.headers()["content-type"], path).toBe("image/png");
    const size = (await picture.body()).subarray(16, 24);
    expect([size.readUInt32BE(0), size.readUInt32BE(4)], path).toEqual([1200, 630]);
    expect(html, path).not.toContain("__SUMMERSTOW_");
  }
  expect(titles.size).toBe(PAGES.length);
});

test("the structured data of each page says what it is and where it belongs", async ({
  request,
}) => {
  for (const path of PAGES) {
    const data = structuredData(await (await request.get(path)).text());
    for (const one of data) expect(one["@context"], path).toBe("https://schema.org");
    const crumbs = data.find((one) => one["@type"] === "BreadcrumbList");
    if (path === "/") expect(crumbs).toBeUndefined();
    else {
      const items = crumbs?.itemListElement as { position: number; name: string; item: string }[];
      expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
      expect(new URL(items.at(-1)?.item ?? "").pathname).toBe(path);
      expect(items.every(({ name }) => name.length > 1)).toBe(true);
    }
  }
});

test("home is a service with three addresses and its offer", async ({ request }) => {
  const data = structuredData(await (await request.get("/")).text());
  const service = data.find((one) => one["@type"] === "Service");
  expect(service?.offers).toMatchObject({
    "@type": "Offer",
    price: "59.99",
    priceCurrency: "CAD",
  });
  const provider = service?.provider as { address: Record<string, string>[] };
  expect(provider.address.map((one) => [one.addressLocality, one.addressCountry])).toEqual([
    ["Vancouver", "CA"],
    ["Kelowna", "CA"],
    ["Kamloops", "CA"],
  ]);
});

test("the questions and the posts are told whole", async ({ request }) => {
  const faq = structuredData(await (await request.get("/faq")).text())[0];
  const questions = faq?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
  expect(faq?.["@type"]).toBe("FAQPage");
  expect(questions.length).toBeGreaterThan(8);
  for (const { name, acceptedAnswer } of questions) {
    expect(name).toMatch(/\?$/);
    expect(acceptedAnswer.text.length).toBeGreaterThan(20);
  }
  const html = await (await request.get("/blog/student-storage-hassle-free")).text();
  const post = structuredData(html)[0];
  expect(post).toMatchObject({ "@type": "BlogPosting", datePublished: "2024-06-17" });
  for (const field of ["headline", "image", "author", "publisher", "mainEntityOfPage"])
    expect(post?.[field], field).toBeTruthy();
});

test("the sitemap lists the public pages, and robots keeps out of accounts", async ({
  request,
}) => {
  const sitemap = await request.get("/sitemap.xml");
  expect(sitemap.headers()["content-type"]).toContain("xml");
  const listed = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, one]) => new URL(one ?? "").pathname,
  );
  expect(listed.toSorted()).toEqual(PAGES.filter((path) => path !== "/image-check").toSorted());
  for (const path of listed) expect((await request.get(path)).status(), path).toBe(200);
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
  for (const path of ["/auth", "/dashboard", "/admin-dashboard"])
    expect(robots).toContain(`Disallow: ${path}\n`);
});

test("addresses that lead nowhere say so, and an unknown post leads to the blog", async ({
  request,
}) => {
  for (const path of ["/404", "/no/such/page"]) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(404);
    expect(await answer.text()).toContain("Page Not Found");
  }
  const post = await request.get("/blog/no-such-post", { maxRedirects: 0 });
  expect([post.status(), post.headers().location]).toEqual([302, "/blog"]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every page shows its words, and its ways into booking are links", async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("banner")).toBeVisible();
      for (const link of await page.locator("[data-opens-dialog]").all())
        await expect(link).toHaveAttribute("href", /^\/book/);
    }
  });
});
