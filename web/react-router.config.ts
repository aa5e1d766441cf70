import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./app/prerendered-paths.ts";
import { finishSite } from "./build-steps/finish-site.ts";

/** No server rendering: public pages are built ahead, all else is the fallback page. */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: false,
  prerender: prerenderedPaths,
  routeDiscovery: { mode: "initial" },
  async buildEnd({ reactRouterConfig }) {
    await finishSite(path.join(reactRouterConfig.buildDirectory, "client"), prerenderedPaths);
  },
} satisfies Config;
