import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** How many times as long a page may take to be built ahead. */
const LONGER = 60;

/**
 * Lets a page that is built ahead take ten minutes, and loads the built server before the first of
 * them is requested. The router gives each ten seconds and has no setting for it: on a very busy
 * machine that was too little for the loading alone, and then for a page.
 */
export function busyMachine(): Plugin {
  let folder: string;
  return {
    name: "summerstow-busy-machine",
    configResolved({ root, environments }) {
      const output = environments.ssr?.build.outDir;
      if (output) folder = path.resolve(root, output);
    },
    async configurePreviewServer() {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => timeout(milliseconds * LONGER);
      await import(pathToFileURL(path.join(folder, "index.js")).href);
    },
  };
}
