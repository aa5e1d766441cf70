import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./app/prerendered-paths.ts";

/** No server rendering: public pages are built ahead, all else is the fallback page. */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: false,
  prerender: prerenderedPaths,
  routeDiscovery: { mode: "initial" },
} satisfies Config;
