import type { Plugin } from "vite";

const LOADER = "/lib/dom/ssr/routeModules.js";
const RELOADS = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/;

/**
 * The router loads the whole page again where a page's script does not come, which without a
 * network leaves people with the browser's own error page. With this it fails as pages fail, and
 * app/error-page.tsx says what is the matter.
 * @throws where the router is not as it was.
 */
export function failedPages(): Plugin {
  let isPatched = false;
  return {
    name: "summerstow-failed-pages",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      if (!id.replaceAll("\\", "/").endsWith(LOADER)) return null;
      if (!RELOADS.test(code)) throw new Error("the router loads its pages in another way now");
      isPatched = true;
      return { code: code.replace(RELOADS, "throw error;"), map: null };
    },
    generateBundle() {
      if (!isPatched) throw new Error("the router's pages are loaded by another file now");
    },
  };
}
