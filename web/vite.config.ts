import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { aliases } from "./aliases.ts";
import { adoptedStyles } from "./build-steps/adopted-styles.ts";
import { busyMachine } from "./build-steps/busy-machine.ts";
import { chunkGroups } from "./build-steps/chunks.ts";
import { failedPages } from "./build-steps/failed-pages.ts";
import { picturesOnDemand } from "./build-steps/pictures.ts";

const api = `http://127.0.0.1:${process.env.API_PORT ?? "8000"}`;

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
      build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } },
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
