import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";
import { runnerImport } from "vite";
import covers from "../../summerstow/facts/covers.json" with { type: "json" };
import { aliases } from "../aliases.ts";
import { shareCard } from "./share-card.ts";

const WEB = path.resolve(import.meta.dirname, "..");
const CACHE = path.join(WEB, "node_modules/.cache/summerstow-pictures");
const SCENES = "components/illustration/scenes.ts";
const MARKUP = "components/illustration/markup.ts";

/** The pictures of shared links: one a kind of page, named in the page's meta. */
const SHARED = ["home", ...covers];
/** The drawings that are also served as photographs would be: /image-check shows them. */
const PAINTED = [
  "ubco",
  "ubcv",
  "tru",
  "student-storage-hassle-free",
  "ultimate-student-storage-checklist",
];
/** Twice what /image-check gives them. */
const WIDTH = 240;
const PAINTED_NAME = /^pictures\/([\w-]+)-(\d+)\.(avif|webp)$/;
const SHARED_NAME = /^share\/([\w-]+)\.png$/;

/** Every picture that comes from a drawing, as paths below the site. */
const names = [
  ...SHARED.map((name) => `share/${name}.png`),
  ...PAINTED.flatMap((name) => ["avif", "webp"].map((kind) => `pictures/${name}-${WIDTH}.${kind}`)),
];

/** Puts the pictures into the built site; an unchanged drawing's picture comes from the cache. */
export async function writePictures(client: string): Promise<void> {
  await Promise.all(["share", "pictures"].map((name) => mkdir(path.join(client, name), MAKE)));
  await Promise.all(
    names.map(async (name) => writeFile(path.join(client, name), await paint(name))),
  );
}

/** The same pictures on the development server, each painted on request. */
export function picturesOnDemand(): Plugin {
  return {
    name: "pictures-on-demand",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = (request.url ?? "").replace(/^\/|\?.*$/g, "");
        if (!names.includes(name)) return next();
        paint(name).then((picture) => response.end(picture), next);
      });
    },
  };
}

const MAKE = { recursive: true };

async function paint(name: string): Promise<Uint8Array> {
  const [, shared] = name.match(SHARED_NAME) ?? [];
  const [, painted = "", width] = name.match(PAINTED_NAME) ?? [];
  const svg = shared ? shareCard(await drawing(shared)) : await drawing(painted);
  const cacheFile = path.join(CACHE, createHash("sha256").update(`${name}\n${svg}`).digest("hex"));
  try {
    return await readFile(cacheFile);
  } catch {
    const picture = await raster(svg, path.extname(name).slice(1), Number(width));
    await mkdir(CACHE, MAKE);
    await writeFile(cacheFile, picture);
    return picture;
  }
}

async function raster(svg: string, kind: string, width: number): Promise<Uint8Array> {
  const { default: sharp } = await import("sharp");
  const picture = sharp(Buffer.from(svg), { density: 144 });
  if (kind === "png") return picture.resize(1200, 630).png({ palette: true, effort: 4 }).toBuffer();
  const sized = picture.resize(width);
  return kind === "avif"
    ? sized.avif({ quality: 45, effort: 3 }).toBuffer()
    : sized.webp({ quality: 70 }).toBuffer();
}

/** A drawing as SVG: a file of public/pictures, or the home page's own scene. */
async function drawing(name: string): Promise<string> {
  if (name !== "home") return readFile(path.join(WEB, `public/pictures/${name}.svg`), "utf8");
  const alone = { root: WEB, configFile: false, resolve: { alias: aliases } } as const;
  const [scenes, markup] = await Promise.all([
    runnerImport<typeof import("../components/illustration/scenes.ts")>(SCENES, alone),
    runnerImport<typeof import("../components/illustration/markup.ts")>(MARKUP, alone),
  ]);
  return markup.module.svgMarkup("Summerstow", scenes.module.movingDay);
}
