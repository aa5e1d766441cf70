import { writeFile } from "node:fs/promises";
import path from "node:path";

/** The server puts the address of the installation in its place. */
const SITE = "__SUMMERSTOW_SITE_URL__";
/** Accounts, dashboards and the services below them: nothing to find there. */
const CLOSED = [
  "/auth",
  "/dashboard",
  "/customer-dashboard",
  "/admin-dashboard",
  "/executive-",
  "/join/",
  "/rest/",
  "/dev/",
];
/** Built ahead, but no page to look for. */
const UNLISTED = new Set(["/404", "/image-check"]);

/** Writes sitemap.xml and robots.txt for the pages that are built ahead. */
export async function writeForCrawlers(client: string, pages: readonly string[]): Promise<void> {
  const addresses = pages
    .filter((page) => !UNLISTED.has(page))
    .map((page) => `  <url><loc>${SITE}${page}</loc></url>\n`);
  await writeFile(
    path.join(client, "sitemap.xml"),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join("")}</urlset>\n`,
  );
  const rules = CLOSED.map((start) => `Disallow: ${start}\n`).join("");
  await writeFile(
    path.join(client, "robots.txt"),
    `User-agent: *\n${rules}\nSitemap: ${SITE}/sitemap.xml\n`,
  );
}
