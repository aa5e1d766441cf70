import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { aliases } from "./aliases.ts";
import { adoptedStyles } from "./build-steps/adopted-styles.ts";
import { busyMachine } from "./build-steps/busy-machine.ts";
import { failedPages } from "./build-steps/failed-pages.ts";
import { picturesOnDemand } from "./build-steps/pictures.ts";

const api = `http://127.0.0.1:${process.env.API_PORT ?? "8000"}`;

/** What every page needs comes in two files and not in forty: a browser asks for six at a time. */
const framework = {
  name: "framework",
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//,
  priority: 2,
};
const SHELL = [
  "node_modules/(lucide-react|clsx|tailwind-merge|class-variance-authority)/",
  "facts/(pricing/[^/]+/)?(campuses|pricing|terms|booking)\\.",
  "web/lib/(cn|format/money|site/(booking-launcher|config|page-meta|page-title|published))\\.",
  "web/lib/auth/(assurance|client|profile|session|signed-in-hint)\\.",
  "web/api/(errors|query-client)\\.",
  "web/components/site/(logo|page-link|book-now|referral-card)\\.",
  "web/components/illustration/(iso|iso-scene|scenes|things)\\.",
  "web/components/ui/(badge|button|card|code|error-state|spinner|tape-label)\\.",
];
const shell = { name: "shell", test: new RegExp(SHELL.join("|")), priority: 1 };

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    picturesOnDemand(),
    adoptedStyles(),
    failedPages(),
    busyMachine(),
  ],
  resolve: { alias: aliases },
  build: { assetsInlineLimit: 0, manifest: true },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [framework, shell] } } } },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: Object.fromEntries(
      ["/auth/v1", "/rest/v1", "/live", "/files", "/healthz", "/dev/mailbox"].map((path) => [
        path,
        { target: api, changeOrigin: false },
      ]),
    ),
  },
});
