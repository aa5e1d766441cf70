import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import campuses from "../../summerstow/facts/campuses.json" with { type: "json" };
import { aliases } from "../aliases.ts";
import { writeForCrawlers } from "./crawlers.ts";
import { type Manifest, writeCrewShell } from "./crew-shell.ts";
import { writePictures } from "./pictures.ts";
import { compressAhead } from "./site-files.ts";
import { shortName, sleepingPage } from "./sleeping-page.ts";
import { writePushWorker } from "./worker-bundle.ts";

const BOOKING = "features/booking/booking-dialog.tsx";

/** What follows the build of React Router: pages that sleep (docs/decisions/0014). */
export async function finishSite(client: string, pages: readonly string[]): Promise<void> {
  const manifest = await viteManifest(client);
  await drawFirstStops(path.join(client, "__spa-fallback.html"));
  const wake = await inlineScript("build-steps/wake.ts", "wake");
  const booking = bookingFiles(manifest);
  await Promise.all([
    writeCrewShell(client, manifest),
    writePushWorker(client),
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

/**
 * Lets the application's page draw a crew's next stops before it is there: in the script that
 * stands in its head already, since React expects each element where it put it.
 */
async function drawFirstStops(file: string): Promise<void> {
  const html = await readFile(file, "utf8");
  const script = await inlineScript("app/first-stops.ts", "firstStops");
  const [first] = campuses;
  const mark = "<script>{const lead";
  if (!html.includes(mark)) throw new Error("The built page has no script in its head.");
  const drawing = `(()=>{${script}firstStops(${first?.id})})();`;
  await writeFile(
    file,
    html
      .replace(mark, () => `<script>${drawing}${mark.slice("<script>".length)}`)
      // The day itself and the style sheet come first.
      .replaceAll(' rel="modulepreload" ', ' rel="modulepreload" fetchpriority="low" ')
      .replaceAll(' rel="preload" as="font" ', ' rel="preload" fetchpriority="low" as="font" '),
  );
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
