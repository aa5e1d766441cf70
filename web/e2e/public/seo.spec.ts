import { expect, test } from "@playwright/test";
import { prerenderedPaths } from "../../app/prerendered-paths.ts";
import { thing, thingsIn } from "./structured-data.ts";

/** What search engines and shared links are told, as it is served. */

const PAGES = prerenderedPaths.filter((path) => path !== "/404");

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

test("the structured data of each page is valid, and says what it is and where it belongs", async ({
  request,
}) => {
  for (const path of PAGES) {
    const html = await (await request.get(path)).text();
    const kinds = thingsIn(html).map((one) => one["@type"]);
    const crumbs = thing(html, "BreadcrumbList")?.itemListElement;
    expect(kinds, path).toEqual([
      ...(path === "/" ? ["Service"] : []),
      ...(path === "/faq" ? ["FAQPage"] : []),
      ...(path.startsWith("/blog/") ? ["BlogPosting"] : []),
      ...(path === "/" ? [] : ["BreadcrumbList"]),
    ]);
    expect(crumbs?.map(({ item }) => new URL(item).pathname) ?? ["/"], path).toEqual([
      "/",
      ...(path.startsWith("/blog/") ? ["/blog"] : []),
      ...(path === "/" ? [] : [path]),
    ]);
  }
});

test("home is a service with three addresses and its offer", async ({ request }) => {
  const service = thing(await (await request.get("/")).text(), "Service");
  expect(service?.offers).toMatchObject({ price: "59.99", priceCurrency: "CAD" });
  expect(service?.provider.address.map((one) => one.addressLocality)).toEqual([
    "Vancouver",
    "Kelowna",
    "Kamloops",
  ]);
});

test("the posts are told with their days", async ({ request }) => {
  for (const [slug, published] of [
    ["student-storage-hassle-free", "2024-06-17"],
    ["ultimate-student-storage-checklist", "2024-06-10"],
  ]) {
    const post = thing(await (await request.get(`/blog/${slug}`)).text(), "BlogPosting");
    expect(post?.datePublished).toBe(published);
    expect(new URL(post?.mainEntityOfPage ?? "").pathname).toBe(`/blog/${slug}`);
  }
});

test("every whole address names this installation, and no other", async ({ request }) => {
  const home = await (await request.get("/")).text();
  const site = content(home, "summerstow-site-url");
  expect(site).toMatch(/^https?:\/\/[^/]+$/);
  for (const path of [...PAGES, "/sitemap.xml", "/robots.txt"]) {
    const page = await (await request.get(path)).text();
    // The settings that the page was rendered with are for our scripts, and name our pages elsewhere.
    const text = page.replace(/<script id="summerstow-settings".*?<\/script>/s, "");
    const own = [
      ...text.matchAll(
        /(?:<loc>|Sitemap: |rel="canonical" href="|property="og:(?:url|image)" content=")([^"<\n]+)/g,
      ),
      ...text.matchAll(/"(?:@id|url|item|image|mainEntityOfPage)":"([^"]+)"/g),
    ].map(([, one]) => new URL(one ?? "").origin);
    if (path !== "/image-check") expect(own.length, path).toBeGreaterThan(0);
    expect(new Set(own), path).toEqual(new Set([site]));
  }
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
