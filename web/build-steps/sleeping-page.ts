import type { WakeFiles } from "./wake.ts";

/**
 * A prerendered page that asks for no script and no style sheet: its styles stand in it, and the
 * small script of wake.ts loads the application later. React finds every element of its own where
 * it put it: of the head only the preload lines go, which it adds again by itself.
 * @throws when the page does not look as React Router writes it.
 */
export function sleepingPage(
  html: string,
  { styles, wake, booking }: { styles: string; wake: string; booking: readonly string[] },
): string {
  const preloads = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"\/>/g)];
  const sheet = one(html, /<link rel="stylesheet" href="[^"]+"\/>/, "style sheet");
  const starter = one(html, /<script type="module" async="">(.*?)<\/script>/s, "starting script");
  const files = wakeFiles(
    starter[1] ?? "",
    preloads.map(([, href]) => href ?? ""),
    booking,
  );
  const start = `(()=>{${wake}wake(${JSON.stringify(files)})})()`;
  return html
    .replaceAll(/<link rel="modulepreload" href="[^"]+"\/>/g, "")
    .replace(
      sheet[0],
      () => `<style>${styles}</style>${sheet[0].replace("<link ", "<link disabled ")}`,
    )
    .replace(starter[0], () => `<script>${start}</script>`);
}

/** What the starting script of React Router imports, and what is preloaded for it. */
function wakeFiles(script: string, preloads: string[], booking: readonly string[]): WakeFiles {
  const modules = new Map(
    [...script.matchAll(/import \* as (\w+) from "([^"]+)"/g)].map(([, name, href]) => [
      name,
      shortName(href ?? ""),
    ]),
  );
  const routes = one(script, /__reactRouterRouteModules = \{(.*?)\}/s, "route modules")[1] ?? "";
  const manifest = shortName(one(script, /import "([^"]+)"/, "manifest")[1] ?? "");
  const entry = shortName(one(script, /import\("([^"]+)"\)/, "entry")[1] ?? "");
  const own = new Set([...modules.values(), manifest, entry]);
  const preload = preloads.map(shortName);
  return {
    manifest,
    entry,
    routes: Object.fromEntries(
      [...routes.matchAll(/"([^"]+)":(\w+)/g)].map(([, id, name]) => [id, modules.get(name) ?? ""]),
    ),
    preload: preload.filter((name) => !own.has(name)),
    booking: booking.filter((name) => !own.has(name) && !preload.includes(name)),
  };
}

/** "/assets/root-x1.js" as "root-x1". */
export function shortName(href: string): string {
  return href.replace(/^\/?assets\//, "").replace(/\.js$/, "");
}

function one(text: string, pattern: RegExp, what: string): RegExpMatchArray {
  const match = text.match(pattern);
  if (!match) throw new Error(`The built page has no ${what}: has React Router changed?`);
  return match;
}
