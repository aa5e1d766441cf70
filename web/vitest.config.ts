import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";
import { aliases } from "./aliases.ts";
import { tellWhy } from "./reasons.ts";

/** The tests' own price list, so that they may say amounts whatever things cost today. */
const prices = {
  find: /^@facts\/(?=(pricing|terms)\.json$)/,
  replacement: fileURLToPath(new URL("../tests/price_lists/2025-09-01/", import.meta.url)),
};

const root = fileURLToPath(new URL(".", import.meta.url));

const reasons: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap(({ children }) => [...children.allTests("failed")]);
    tellWhy(root, [
      ...unhandled.map((error) => ({ title: "outside of the tests", errors: [error] })),
      ...modules
        .filter((one) => one.errors().length > 0)
        .map((one) => ({ title: one.relativeModuleId, errors: one.errors() })),
      ...tests.map((test) => ({
        title: `${test.module.relativeModuleId} ${test.fullName}`,
        errors: test.result().errors ?? [],
      })),
    ]);
  },
};

const ROOMS = "{app,features,api,components,lib,build-steps}/**/*";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: [prices, ...aliases] },
  test: {
    // Where a test of plain functions needs a page, its first line asks for jsdom.
    projects: [
      {
        extends: true,
        test: { name: "plain", environment: "node", include: [`${ROOMS}.test.ts`] },
      },
      {
        extends: true,
        test: { name: "page", environment: "jsdom", include: [`${ROOMS}.test.tsx`] },
      },
    ],
    setupFiles: ["vitest.setup.ts"],
    restoreMocks: true,
    // The first panel of a file takes seconds on a busy machine; only a test that fails waits so long.
    testTimeout: 30_000,
    // A line for each file that passed would push what failed out of a record of a run's end.
    reporters: [process.stdout.isTTY ? "default" : "dot", reasons],
  },
});
