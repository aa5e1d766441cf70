import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { confirmedAccount, newAddress, PASSWORD } from "../support/customer-accounts";

/** Second factors by the unmodified JavaScript client: codes from Node, passkeys in the browser. */

const SERVICE = { apikey: "demo-service-key", authorization: "Bearer demo-service-key" };
const STEP_MS = 30_000;

async function signedIn(baseURL: string | undefined, email: string): Promise<SupabaseClient> {
  if (!baseURL) throw new Error("the product's address is not known");
  const client = createClient(baseURL, "anon", {
    auth: { autoRefreshToken: false, experimental: { recoveryCodes: true } },
  });
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  return client;
}

/** What an authenticator app shows `later` steps from now (RFC 6238). */
function appCode(secret: string, later = 0): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((one) => letters.indexOf(one).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + later));
  const digest = createHmac("sha1", key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function textTo(request: APIRequestContext, phone: string): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(phone)}`);
      const [message] = (await answer.json()) as { text: string }[];
      code = message?.text.match(/\b\d{6}\b/)?.[0] ?? "";
      return code;
    })
    .not.toBe("");
  return code;
}

async function level(client: SupabaseClient): Promise<(string | null | undefined)[]> {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

test("an app, a phone, and what staff may do without them", async ({ baseURL, request }) => {
  const email = newAddress("factors");
  const id = await confirmedAccount(request, email, "Maya Chen");
  const role = await request.patch(`/rest/v1/users?id=eq.${id}`, {
    headers: SERVICE,
    data: { role: "worker" },
  });
  expect(role.ok()).toBe(true);
  const maya = await signedIn(baseURL, email);

  const made = await maya.auth.mfa.enroll({ factorType: "totp", friendlyName: "App" });
  if (made.error) throw made.error;
  expect(made.data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/);
  const { secret } = made.data.totp;
  const factorId = made.data.id;
  const wrong = await maya.auth.mfa.challengeAndVerify({ factorId, code: "no digits" });
  expect(wrong.error?.code).toBe("mfa_verification_failed");
  const verified = await maya.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret) });
  expect(verified.error).toBeNull();
  expect(await level(maya)).toEqual(["aal2", "aal2"]);

  // Somebody who knows the password alone is no staff, and cannot take the step away.
  const low = await signedIn(baseURL, email);
  expect(await level(low)).toEqual(["aal1", "aal2"]);
  const seen = async (client: SupabaseClient) =>
    (await client.from("users").select("id", { count: "exact", head: true })).count ?? 0;
  expect(await seen(low)).toBe(1);
  expect(await seen(maya)).toBeGreaterThan(1);
  expect((await low.auth.mfa.unenroll({ factorId })).error?.code).toBe("insufficient_aal");
  // The present code was used; the next one is taken a step ahead of its time.
  const again = await low.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret, 1) });
  expect(again.error).toBeNull();
  expect(await seen(low)).toBeGreaterThan(1);

  const phone = `+1250555${String(Date.now()).slice(-4)}`;
  const texted = await low.auth.mfa.enroll({ factorType: "phone", phone, friendlyName: "Phone" });
  if (texted.error) throw texted.error;
  const asked = await low.auth.mfa.challenge({ factorId: texted.data.id, channel: "sms" });
  if (asked.error) throw asked.error;
  const code = await textTo(request, phone);
  const proof = { factorId: texted.data.id, challengeId: asked.data.id, code };
  expect((await low.auth.mfa.verify(proof)).error).toBeNull();
  const listed = await low.auth.mfa.listFactors();
  expect([listed.data?.totp.length, listed.data?.phone.length]).toEqual([1, 1]);

  const { recoveryCodes } = maya.auth.mfa;
  const made10 = await recoveryCodes.generate();
  if (made10.error) throw made10.error;
  expect(made10.data.codes).toHaveLength(10);
  const lost = await signedIn(baseURL, email);
  const back = await lost.auth.mfa.recoveryCodes.verify({ code: made10.data.codes[0] ?? "" });
  expect(back.error).toBeNull();
  expect(await level(lost)).toEqual(["aal2", "aal2"]);
  expect((await recoveryCodes.getStatus()).data?.remaining).toBe(9);
  expect((await recoveryCodes.regenerate()).data?.codes).toHaveLength(10);
  expect((await recoveryCodes.unenroll()).error).toBeNull();
});

/** The client of this page, which keeps its session in the page's storage. */
async function inPage<Result>(
  page: Page,
  work: (client: SupabaseClient, email: string, password: string) => Promise<Result>,
  email: string,
): Promise<Result> {
  const body = `async ([email, password]) => {
    window.testClient ??= window.supabase.createClient(location.origin, "anon", {
      auth: { storageKey: "passkeys", detectSessionInUrl: false },
    });
    return (${work.toString()})(window.testClient, email, password);
  }`;
  return (await page.evaluate(`(${body})(${JSON.stringify([email, PASSWORD])})`)) as Result;
}

test("a passkey, registered and used in the browser", async ({ page, request }) => {
  const email = newAddress("passkey");
  await confirmedAccount(request, email, "Maya Chen");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "usb",
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const library = createRequire(import.meta.url).resolve("@supabase/supabase-js");
  const umd = readFileSync(library.replace(/index\.[a-z]+$/, "umd/supabase.js"), "utf8");
  await page.addInitScript(`${umd}\nwindow.supabase = supabase;`);
  await page.goto("/auth");

  const registered = await inPage(
    page,
    async (client, email, password) => {
      await client.auth.signInWithPassword({ email, password });
      const { error } = await client.auth.mfa.webauthn.register({ friendlyName: "Security key" });
      const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      return { error: error?.message, level: data?.currentLevel };
    },
    email,
  );
  expect(registered).toEqual({ error: undefined, level: "aal2" });
  const kept = await devtools.send("WebAuthn.getCredentials", { authenticatorId });
  expect(kept.credentials).toHaveLength(1);
  expect(kept.credentials[0]?.rpId ?? "localhost").toBe("localhost");

  const used = await inPage(
    page,
    async (client, email, password) => {
      await client.auth.signOut();
      await client.auth.signInWithPassword({ email, password });
      const before = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      const factorId = (await client.auth.mfa.listFactors()).data?.webauthn[0]?.id ?? "";
      const { error } = await client.auth.mfa.webauthn.authenticate({ factorId });
      const after = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      const methods = after.data?.currentAuthenticationMethods ?? [];
      return {
        error: error?.message,
        levels: [before.data?.currentLevel, after.data?.currentLevel],
        first: typeof methods[0] === "object" ? methods[0].method : methods[0],
      };
    },
    email,
  );
  expect(used).toEqual({ error: undefined, levels: ["aal1", "aal2"], first: "mfa/webauthn" });

  // A copy of the key that has not counted along: the number of signatures goes back.
  const [credential] = kept.credentials;
  if (!credential) throw new Error("no credential");
  await devtools.send("WebAuthn.removeCredential", {
    authenticatorId,
    credentialId: credential.credentialId,
  });
  await devtools.send("WebAuthn.addCredential", {
    authenticatorId,
    credential: { ...credential, rpId: "localhost", signCount: 0 },
  });
  const copied = await inPage(
    page,
    async (client) => {
      const factorId = (await client.auth.mfa.listFactors()).data?.webauthn[0]?.id ?? "";
      return (await client.auth.mfa.webauthn.authenticate({ factorId })).error?.code;
    },
    email,
  );
  expect(copied).toBe("mfa_verification_failed");
});
