import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { sleepingPage } from "./sleeping-page.ts";

/** What pages are finished with, the same in the build and when they are rendered again. */
export interface PageParts {
  /** The addresses of the pages that are built ahead. */
  pages: readonly string[];
  /** The script that loads the application later (wake.ts), as one statement. */
  wake: string;
  /** The files that the booking dialog needs, itself first. */
  booking: readonly string[];
  /** What the build's own pages were rendered with (lib/site/published.ts). */
  settings: unknown;
  /** Draws a crew's next stops before the application is there (app/first-stops.ts). */
  firstStops: string;
}

/** The page of accounts and dashboards, as React Router names it. */
export const FALLBACK = "__spa-fallback.html";

const PARTS = "page-parts.json";

/** Keeps the parts beside the program that renders the pages. */
export async function writeParts(server: string, parts: PageParts): Promise<void> {
  await writeFile(path.join(server, PARTS), JSON.stringify(parts));
}

/** What a page says that it was rendered with. */
export function settingsOf(html: string): object {
  const [, json] = html.match(/<script id="summerstow-settings"[^>]*>(.*?)<\/script>/s) ?? [];
  if (!json) throw new Error("The built page does not say what it was rendered with.");
  return JSON.parse(json);
}

export async function readParts(server: string): Promise<PageParts> {
  return JSON.parse(await readFile(path.join(server, PARTS), "utf8"));
}

/** A public page as it is served: its styles in it, its scripts asleep. */
export async function finishedPage(
  html: string,
  client: string,
  { wake, booking }: PageParts,
): Promise<string> {
  const styled = html.match(/<[a-z][^<>]* style="[^"]*"/)?.[0];
  if (styled) throw new Error(`The page's policy would not obey this: ${styled}`);
  const sheet = html.match(/<link rel="stylesheet" href="([^"]+)"/)?.[1] ?? "";
  const styles = await readFile(path.join(client, sheet), "utf8");
  return sleepingPage(html, { styles: styles.trim(), wake, booking });
}

/**
 * The application's page: it draws a crew's next stops before the application is there, in the
 * script that stands in its head already, since React expects each element where it put it.
 */
export function finishedFallback(html: string, { firstStops }: PageParts): string {
  const mark = "<script>{const lead";
  if (!html.includes(mark)) throw new Error("The built page has no script in its head.");
  return (
    html
      .replace(mark, () => `<script>${firstStops}${mark.slice("<script>".length)}`)
      // The day itself and the style sheet come first.
      .replaceAll(' rel="modulepreload" ', ' rel="modulepreload" fetchpriority="low" ')
      .replaceAll(' rel="preload" as="font" ', ' rel="preload" fetchpriority="low" as="font" ')
  );
}
