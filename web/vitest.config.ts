import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { aliases } from "./aliases.ts";

/** The tests' own price list, so that they may say amounts whatever things cost today. */
const prices = {
  find: /^@facts\/(?=(pricing|terms)\.json$)/,
  replacement: fileURLToPath(new URL("../tests/price_lists/2025-09-01/", import.meta.url)),
};

export default defineConfig({
  plugins: [react()],
  resolve: { alias: [prices, ...aliases] },
  test: {
    environment: "jsdom",
    include: ["{app,features,api,components,lib,build-steps}/**/*.test.{ts,tsx}"],
    restoreMocks: true,
  },
});
