import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { bundledWorker } from "./worker-bundle.ts";

/** The build's files by module, as Vite lists them. */
export type Manifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; assets?: string[] }
>;

/** The routes that lead to the crew's page, and the page itself. */
const PAGES = [
  "app/root.tsx",
  "app/layouts/dashboard-layout.tsx",
  "app/gates/require-staff.tsx",
  "features/office/admin-dashboard-page.tsx",
];
/** Loaded from the same modules, and nothing for a crew. */
const NOT_THEIRS = /^features\/(booking|marketing|customer)\//;
const ICONS = [192, 512];

/**
 * Writes what lets the crew's page open without any signal: its service worker, which the server
 * completes, and the icons of the installed application.
 */
export async function writeCrewShell(client: string, manifest: Manifest): Promise<void> {
  const page = await readFile(path.join(client, "__spa-fallback.html"), "utf8");
  const files = [...new Set([...assetsOf(page), ...filesOf(manifest)])].sort();
  const worker = await bundledWorker("crew-worker.ts", {
    SHELL_FILES: JSON.stringify(files),
  });
  const icon = await readFile(path.join(client, "favicon.svg"));
  await Promise.all([
    writeFile(path.join(client, "crew-worker.js"), worker),
    ...ICONS.map((size) => writeIcon(path.join(client, `crew-icon-${size}.png`), icon, size)),
  ]);
}

function assetsOf(page: string): string[] {
  return [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, href]) => href ?? "");
}

/** Every file that the crew's page may ask for, by whatever is pressed on it. */
function filesOf(manifest: Manifest): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name) || NOT_THEIRS.test(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  for (const page of PAGES) {
    const name = Object.keys(manifest).find((one) => one.startsWith(page));
    if (!name) throw new Error(`The build has no ${page}`);
    visit(name);
  }
  return [...files].map((file) => `/${file}`);
}

/** The mark on paper, small enough that a round mask cuts nothing off. */
async function writeIcon(file: string, icon: Buffer, size: number): Promise<void> {
  const mark = await sharp(icon, { density: 600 })
    .resize(Math.round(size * 0.62))
    .png()
    .toBuffer();
  await sharp({
    create: { width: size, height: size, channels: 3, background: "#f8fcfa" },
  })
    .composite([{ input: mark, gravity: "centre" }])
    .png({ palette: true })
    .toFile(file);
}
