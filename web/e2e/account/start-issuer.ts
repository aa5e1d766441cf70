import { spawn } from "node:child_process";
import { createInterface } from "node:readline/promises";

/** A running oidc-issuer.mjs: the product's settings for it, and its end. */
export interface Issuer {
  settings: Record<string, string>;
  stop: () => void;
}

/** Starts the OpenID provider that stands in Google's place; it ends with this process at latest. */
export async function startIssuer(): Promise<Issuer> {
  const issuer = spawn(process.execPath, ["oidc-issuer.mjs"], {
    cwd: import.meta.dirname,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const failed = new Promise<never>((_, refuse) => {
    issuer.once("error", refuse);
    issuer.once("exit", (code) => refuse(new Error(`The OpenID provider ended with ${code}`)));
  });
  const lines = createInterface({ input: issuer.stdout });
  const url = await Promise.race([lines[Symbol.asyncIterator]().next(), failed]);
  failed.catch(() => {});
  return {
    settings: {
      GOOGLE_ISSUER: String(url.value),
      GOOGLE_CLIENT_ID: "summerstow-test",
      GOOGLE_CLIENT_SECRET: "summerstow-test-secret",
    },
    stop: () => issuer.stdin.end(),
  };
}
