import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { prerenderedPaths } from "../../app/prerendered-paths.ts";

/**
 * Each public page looks as it did when somebody last looked at it by eye.
 *
 * Kept is a thumbnail of the whole page, in e2e/public/pictures/. The page is made as small again and
 * compared band by band: a font drawn a little differently by another Chromium passes, a missing
 * picture, a wrong colour or a block that moved does not. After a change of the look, renew them,
 * and look at what you commit:
 *
 *     RENEW_PICTURES=1 npx playwright test pictures
 */

const FOLDER = path.join(import.meta.dirname, "pictures");
const RENEW = Boolean(process.env.RENEW_PICTURES);
/** In pixels of the thumbnail. */
const SIZES = [
  { width: 390, thumbnail: 100 },
  { width: 1440, thumbnail: 200 },
];
const BAND = 16;
/** Mean difference of a band, of 255. Another way of drawing text stays below 4. */
const TOLERANCE = 8;

interface Thumbnail {
  pixels: Buffer;
  width: number;
  height: number;
}

test.use({ trace: "off" });
test.describe.configure({ mode: "parallel" });

/** The whole page as it stands, every picture and font there, without what is read live. */
async function photographed(page: Page, address: string): Promise<Buffer> {
  await page.goto(address);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const pictures = [...document.images].map((picture) => {
      picture.loading = "eager";
      return picture.decode();
    });
    await Promise.all(pictures);
  });
  return page.screenshot({ fullPage: true, mask: [page.locator("#places table")] });
}

async function pixelsOf(picture: Buffer): Promise<Thumbnail> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** Where two pictures differ more than they may: "y 320-336: 14.2", from the top. */
function differences(one: Thumbnail, other: Thumbnail): string[] {
  const row = one.width * 3;
  const found: string[] = [];
  // A line of text more or less on a long page is the next Chromium's right.
  if (Math.abs(one.height - other.height) > other.height * 0.01 + 1) {
    found.push(`${one.height} high and not ${other.height}`);
  }
  for (let top = 0; top < Math.min(one.height, other.height); top += BAND) {
    const from = top * row;
    const to = Math.min(from + BAND * row, one.pixels.length, other.pixels.length);
    let sum = 0;
    for (let at = from; at < to; at += 1)
      sum += Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0));
    const mean = sum / (to - from);
    if (mean > TOLERANCE) found.push(`y ${top}-${top + BAND}: ${mean.toFixed(1)}`);
  }
  return found;
}

for (const { width, thumbnail } of SIZES) {
  test(`every public page at ${width} px looks as it did`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.clock.setFixedTime("2026-05-01T12:00:00-07:00");
    for (const address of prerenderedPaths) {
      const name = `${address.slice(1).replaceAll("/", "-") || "home"}-${width}.webp`;
      const small = await sharp(await photographed(page, address))
        .resize({ width: thumbnail })
        .blur(0.7)
        .webp({ quality: 40, effort: 6 })
        .toBuffer();
      if (RENEW) {
        await mkdir(FOLDER, { recursive: true });
        await writeFile(path.join(FOLDER, name), small);
        continue;
      }
      const now = await pixelsOf(small);
      const kept = await pixelsOf(await readFile(path.join(FOLDER, name)));
      const found = differences(now, kept);
      if (found.length) await test.info().attach(name, { body: small, contentType: "image/webp" });
      expect.soft(found, `${address}, as attached`).toEqual([]);
    }
  });
}
