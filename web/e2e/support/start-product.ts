import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FullConfig } from "@playwright/test";
import { startIssuer } from "../account/start-issuer.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PATIENCE_MS = 60_000;

/** Settings of whoever runs the tests that the tests' product must not see. */
const FOREIGN =
  /^(SUMMERSTOW_.*|GOOGLE_.*|STRIPE_.*|DATABASE_URL|SMTP_URL|HOST|PORT|WEB_CONCURRENCY)$/;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

async function healthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

function start(
  port: number,
  data: string,
  log: string,
  settings: Record<string, string>,
): ChildProcess {
  const environment = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  const output = openSync(log, "w");
  try {
    return spawn(path.join(ROOT, ".venv/bin/python"), ["-m", "summerstow", "serve"], {
      cwd: ROOT,
      stdio: ["ignore", output, output],
      // Its own group: Ctrl-C is for the tests, which then stop the product in order.
      detached: true,
      env: {
        ...Object.fromEntries(environment),
        PORT: String(port),
        SUMMERSTOW_DATA_DIR: data,
        SUMMERSTOW_DEMO: "bare",
        SUMMERSTOW_MAIL_INTERVAL: "0",
        SUMMERSTOW_RATE_LIMITS: "0",
        WEB_CONCURRENCY: "2",
        ...settings,
      },
    });
  } finally {
    closeSync(output);
  }
}

async function stop(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return;
  const ended = new Promise((done) => product.once("exit", done));
  product.kill("SIGTERM");
  await Promise.race([ended, pause(15_000)]);
  product.kill("SIGKILL");
}

/** A product with a data folder of its own, until `end`. */
export async function runProduct(
  log: string,
  settings: Record<string, string> = {},
): Promise<{ url: string; data: string; end: () => Promise<void> }> {
  const data = mkdtempSync(path.join(tmpdir(), "summerstow journeys "));
  mkdirSync(path.dirname(log), { recursive: true });
  const url = `http://localhost:${await freePort()}`;
  const product = start(Number(new URL(url).port), data, log, settings);
  const end = async () => {
    await stop(product);
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  };
  const limit = Date.now() + PATIENCE_MS;
  try {
    while (!(await healthy(url))) {
      if (product.exitCode !== null || product.signalCode !== null || Date.now() > limit)
        throw new Error(`The product did not start; ${log} says:\n${readFileSync(log, "utf8")}`);
      await pause(50);
    }
  } catch (error) {
    await end();
    throw error;
  }
  return { url, data, end };
}

/**
 * Gives the journeys a product of their own and stops it after them. What it logs stays in
 * `test-results/product.log`. Where BASE_URL names a running product, that one is used.
 */
export default async function startProduct(config: FullConfig): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {};
  const results = config.projects[0]?.outputDir ?? path.join(ROOT, "web/test-results");
  const issuer = await startIssuer();
  try {
    const { url, end } = await runProduct(path.join(results, "product.log"), issuer.settings);
    process.env.BASE_URL = url;
    return async () => {
      await end();
      issuer.stop();
    };
  } catch (error) {
    issuer.stop();
    throw error;
  }
}
