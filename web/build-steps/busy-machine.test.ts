// @vitest-environment node
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { busyMachine } from "./busy-machine";

it("lets a page that is built ahead take ten minutes, where the router gives it ten seconds", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "summerstow-"));
  await writeFile(path.join(folder, "index.js"), "globalThis.loadedFirst = true;");
  const given = vi.spyOn(AbortSignal, "timeout");
  const steps = busyMachine() as unknown as {
    configResolved(config: unknown): void;
    configurePreviewServer(): Promise<void>;
  };
  steps.configResolved({ root: folder, environments: { ssr: { build: { outDir: "." } } } });
  await steps.configurePreviewServer();
  expect(globalThis).toHaveProperty("loadedFirst", true);
  AbortSignal.timeout(10_000);
  expect(given).toHaveBeenCalledWith(600_000);
});
