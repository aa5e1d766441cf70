import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { writeForCrawlers } from "./crawlers.ts";
import { type Manifest, writeCrewShell } from "./crew-shell.ts";
import { writePictures } from "./pictures.ts";
import { compressAhead } from "./site-files.ts";
import { shortName, sleepingPage } from "./sleeping-page.ts";

const BOOKING = "features/booking/booking-dialog.tsx";

/** What follows the build of React Router: pages that sleep (docs/decisions/0009). */
export async function finishSite(client: string, pages: readonly string[]): Promise<void> {
  const manifest = await viteManifest(client);
  const wake = await wakeScript();
  const booking = bookingFiles(manifest);
  await Promise.all([
    writeCrewShell(client, manifest),
    writePictures(client),
    writeForCrawlers(client, pages),
    ...pages.map((page) => sleep(path.join(client, page, "index.html"), client, wake, booking)),
  ]);
  await compressAhead(client);
}

async function sleep(file: string, client: string, wake: string, booking: string[]): Promise<void> {
  const html = await readFile(file, "utf8");
  const styled = html.match(/<[a-z][^<>]* style="[^"]*"/)?.[0];
  if (styled) throw new Error(`The page's policy would not obey this in ${file}: ${styled}`);
  const sheet = html.match(/<link rel="stylesheet" href="([^"]+)"/)?.[1] ?? "";
  const styles = await readFile(path.join(client, sheet), "utf8");
  await writeFile(file, sleepingPage(html, { styles: styles.trim(), wake, booking }));
}

/** wake.ts as one minified statement that defines `wake`. */
async function wakeScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      lib: {
        entry: path.join(import.meta.dirname, "wake.ts"),
        formats: ["iife"],
        name: "wake",
      },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  const chunk = bundle && "output" in bundle ? bundle.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("wake.ts was not bundled");
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
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  visit(BOOKING);
  if (!found.size) throw new Error(`The build has no ${BOOKING}`);
  return [...found].map(shortName);
}
