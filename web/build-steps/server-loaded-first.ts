import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/**
 * Loads the built server before the first page is asked for. Each page that is built ahead has ten
 * seconds, which a very busy machine may need for the loading alone.
 */
export function serverLoadedFirst(): Plugin {
  let folder: string;
  return {
    name: "summerstow-server-loaded-first",
    configResolved({ root, environments }) {
      const output = environments.ssr?.build.outDir;
      if (output) folder = path.resolve(root, output);
    },
    async configurePreviewServer() {
      await import(pathToFileURL(path.join(folder, "index.js")).href);
    },
  };
}
