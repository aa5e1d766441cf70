import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./app/prerendered-paths.ts";
import { finishSite } from "./build-steps/finish-site.ts";

// A list that does not hold yet has a build of its own, which the server serves from its day on.
const upcoming = process.env.UPCOMING_PRICE_LIST;

/** No server rendering: public pages are built ahead, all else is the fallback page. */
export default {
  appDirectory: "app",
  buildDirectory: upcoming ? `build/from-${upcoming}` : "build",
  ssr: false,
  prerender: prerenderedPaths,
  routeDiscovery: { mode: "initial" },
  async buildEnd({ reactRouterConfig }) {
    await finishSite(path.join(reactRouterConfig.buildDirectory, "client"), prerenderedPaths);
  },
} satisfies Config;
