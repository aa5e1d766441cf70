import { writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";

/** What tells a customer's device while its page is closed. */
export async function writePushWorker(client: string): Promise<void> {
  await writeFile(path.join(client, "push-worker.js"), await bundledWorker("push-worker.ts"));
}

/** A service worker of `app/` as one script. */
export async function bundledWorker(
  entry: string,
  define: Record<string, string> = {},
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    define: { ...define, "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      lib: {
        entry: path.join(import.meta.dirname, "../app", entry),
        formats: ["iife"],
        name: "worker",
      },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  const chunk = bundle && "output" in bundle ? bundle.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error(`${entry} was not bundled`);
  return chunk.code;
}
