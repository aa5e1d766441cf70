import { defineConfig } from "@playwright/test";

/** Journeys of what the shell does otherwise: push messages, text as drawn, waking by a pointer. */
const IN_A_WINDOW = /(notifications|pictures|speed|translation)\.spec\.ts$/;
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";

/**
 * Journeys in a real Chromium against a real product: one of their own, or the one that BASE_URL
 * names. CHROMIUM says which browser.
 */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/start-product.ts",
  fullyParallel: false,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Two browsers, the product and its database share two cores with whatever else runs there. A
  // journey that passes waits for what the page shows; only one that fails waits as long as this.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A line for each journey that passed would push what failed out of a record of a run's end.
  reporter: [[process.stdout.isTTY ? "line" : "dot"], ["./e2e/support/reasons.ts"]],
  use: {
    // Set by the global setup before the workers, which read this file anew, are started.
    baseURL: process.env.BASE_URL,
    // What a journey stops or changes on its way to the server would pass a worker by.
    serviceWorkers: "block",
    // A toast or a colour on its way is somewhere else, or of another contrast, a frame later: a
    // press that begins beside a toast and ends under it is nobody's.
    reducedMotion: "reduce",
    // Frames of every page would cost more than the journeys themselves, and its structure after
    // each step a good part of them: a failure keeps the structure it ended with, in words.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: true },
  },
  projects: [
    {
      name: "window",
      testMatch: IN_A_WINDOW,
      use: { launchOptions: { executablePath: chromium, args } },
    },
    {
      // The browser without a window's own parts: a journey costs a third of the processor time.
      name: "shell",
      testIgnore: IN_A_WINDOW,
      use: {
        launchOptions: { executablePath: process.env.CHROMIUM_SHELL ?? chromium, args },
      },
    },
  ],
});
