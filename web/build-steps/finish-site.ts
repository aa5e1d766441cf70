import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import facts from "../../summerstow/facts/campuses.json" with { type: "json" };
import pageTexts from "../../summerstow/facts/page_texts.json" with { type: "json" };
import { aliases } from "../aliases.ts";
import { writeForCrawlers } from "./crawlers.ts";
import { type Manifest, writeCrewShell } from "./crew-shell.ts";
import {
  FALLBACK,
  finishedFallback,
  finishedPage,
  type PageParts,
  settingsOf,
  writeParts,
} from "./page-parts.ts";
import { writePictures } from "./pictures.ts";
import { compressAhead } from "./site-files.ts";
import { shortName } from "./sleeping-page.ts";
import { writePushWorker } from "./worker-bundle.ts";

const BOOKING = "features/booking/booking-dialog.tsx";

/** What follows the build of React Router: pages that sleep (docs/decisions/0014). */
export async function finishSite(client: string, pages: readonly string[]): Promise<void> {
  const manifest = await viteManifest(client);
  const [first] = facts.campuses;
  const parts: PageParts = {
    pages,
    wake: await inlineScript("build-steps/wake.ts", "wake"),
    booking: bookingFiles(manifest),
    settings: {
      ...settingsOf(await readFile(path.join(client, FALLBACK), "utf8")),
      texts: pageTexts.texts,
    },
    firstStops: `(()=>{${await inlineScript("app/first-stops.ts", "firstStops")}firstStops(${first?.id})})();`,
  };
  await writeParts(path.join(client, "..", "server"), parts);
  await rewrite(path.join(client, FALLBACK), (html) => finishedFallback(html, parts));
  await Promise.all([
    writeCrewShell(client, manifest),
    writePushWorker(client),
    writePictures(client),
    writeForCrawlers(client, pages),
    ...pages.map((page) =>
      rewrite(path.join(client, page, "index.html"), (html) => finishedPage(html, client, parts)),
    ),
  ]);
  await compressAhead(client);
}

/** Replaces what the framework wrote by the finished page. */
async function rewrite(file: string, finished: (html: string) => string | Promise<string>) {
  await writeFile(file, await finished(await readFile(file, "utf8")));
}

/** A module as one minified statement that defines its default export by this name. */
async function inlineScript(module: string, name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    resolve: { alias: aliases },
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, "..", module), formats: ["iife"], name },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  const chunk = bundle && "output" in bundle ? bundle.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error(`${module} was not bundled`);
  return chunk.code.trim();
}

/** Which module became which file; the list itself is not served. */
async function viteManifest(client: string): Promise<Manifest> {
  const folder = path.join(client, ".vite");
  const manifest: Manifest = JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8"));
  await rm(folder, { recursive: true });
  return manifest;
}

/** The files that the booking dialog needs, itself first. */
function bookingFiles(manifest: Manifest): string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  visit(BOOKING);
  if (!files.size) throw new Error(`The build has no ${BOOKING}`);
  return [...files].map(shortName);
}
