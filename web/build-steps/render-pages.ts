import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "react-router";
import { writeForCrawlers } from "./crawlers.ts";
import { FALLBACK, finishedFallback, finishedPage, readParts } from "./page-parts.ts";

/**
 * Renders the pages of a build again, with the settings that are published:
 * node render-pages.ts SETTINGS BUILD OUT [PAGE]
 * PAGE: the path of the only page that is rendered, as page.html, with its styles linked
 * and without scripts.
 */
const [settingsFile = "", build = "", out = "", only] = process.argv.slice(2);
const [client, server] = [path.join(build, "client"), path.join(build, "server")];
const BLOG = "/blog/";
const MANIFESTS = { "my-storage.webmanifest": "", "crew.webmanifest": " Crew" };

interface Settings {
  business: { name: string };
  pages: { posts: readonly { slug: string }[] };
  campuses: { campuses: readonly { slug: string; status: string }[] };
}

const settings: Settings = JSON.parse(await readFile(settingsFile, "utf8"));
Object.assign(globalThis, { summerstowSettings: settings });
// As the build itself asks: without it the router refuses pages that are built ahead.
process.env.IS_RR_BUILD_REQUEST = "yes";
const bundle: ServerBuild = await import(
  pathToFileURL(path.resolve(server, "index.js")).toString()
);
const parts = await readParts(server);
const visibleCampuses = settings.campuses.campuses.filter(({ status }) => status !== "hidden");
const hidden = settings.campuses.campuses.filter(({ status }) => status === "hidden");
const posts = settings.pages.posts.map(({ slug }) => `${BLOG}${slug}`);
const pages = [
  ...new Set([
    ...parts.pages.filter((page) => !page.startsWith(BLOG)),
    ...posts,
    ...visibleCampuses.map(({ slug }) => `/${slug}`),
  ]),
];
// A page that the build did not know would be the application's own.
const answer = createRequestHandler({ ...bundle, prerender: pages }, "production");

if (only) await write("page.html", stillPage(await rendered(only === "/" ? only : `${only}/`)));
else await renderAll();

/** A page without its scripts. */
function stillPage(html: string): string {
  return html
    .replace(/<script\b.*?<\/script>/gs, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "");
}

async function renderAll() {
  for (const page of pages) {
    const html = await rendered(page === "/" ? page : `${page}/`);
    await write(path.join(page, "index.html"), await finishedPage(html, client, parts));
  }
  const unlisted = new Set(hidden.map(({ slug }) => `/${slug}`));
  await writeForCrawlers(
    out,
    pages.filter((page) => !unlisted.has(page)),
  );
  const fallback = await rendered("/", { "X-React-Router-SPA-Mode": "yes" });
  await write(FALLBACK, finishedFallback(fallback, parts));
  for (const [name, addition] of Object.entries(MANIFESTS)) {
    const manifest = JSON.parse(await readFile(path.join(client, name), "utf8"));
    const named = { ...manifest, name: `${settings.business.name}${addition}` };
    if (!addition) named.short_name = settings.business.name;
    await write(name, JSON.stringify(named));
  }
}

async function rendered(address: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await answer(new Request(`http://localhost${address}`, { headers }));
  if (!response.ok) throw new Error(`${address} could not be rendered: ${response.status}`);
  return response.text();
}

async function write(name: string, text: string): Promise<void> {
  const file = path.join(out, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
