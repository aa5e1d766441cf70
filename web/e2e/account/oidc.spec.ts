import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import type { createClient, SupabaseClient } from "@supabase/supabase-js";
import { confirmedAccount, newAddress, openSignedIn, PASSWORD } from "../support/customer-accounts";

/**
 * Google sign-in against a certified OpenID provider on loopback: the product's own page, and the
 * unmodified client in a page of the product that runs no script of ours.
 */
const CLIENT = path.resolve(
  import.meta.dirname,
  "../../node_modules/@supabase/supabase-js/dist/umd/supabase.js",
);
const BARE = "/healthz";

declare global {
  interface Window {
    supabase: { createClient: typeof createClient };
    client: SupabaseClient;
  }
}

test.use({ bypassCSP: true });

test.beforeEach(async ({ request }) => {
  const answer = await request.get("/auth/v1/settings", { headers: { apikey: "anon" } });
  const { external } = (await answer.json()) as { external: { google: boolean } };
  test.skip(!external.google, "this product has no Google");
});

async function atTheProvider(page: Page, email: string, name = "Noa Issuer"): Promise<void> {
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The unmodified client in this page; it picks up what the address brings. */
async function openClient(page: Page, flowType: "implicit" | "pkce"): Promise<string | undefined> {
  await page.addScriptTag({ path: CLIENT });
  return page.evaluate(async (flow) => {
    window.client = window.supabase.createClient(window.location.origin, "anon", {
      auth: { flowType: flow },
    });
    const { error } = await window.client.auth.initialize();
    return error?.message;
  }, flowType);
}

async function bare(page: Page, flowType: "implicit" | "pkce"): Promise<void> {
  await page.goto(BARE);
  await openClient(page, flowType);
}

/** Follows what the client navigates to until the browser is back on the bare page. */
async function back(page: Page, flowType: "implicit" | "pkce"): Promise<string | undefined> {
  await page.waitForURL((url) => url.pathname === BARE);
  return openClient(page, flowType);
}

function session(page: Page) {
  return page.evaluate(async () => (await window.client.auth.getSession()).data.session);
}

/** An ID token as a phone's app would have it: by the provider's own code flow. */
async function idToken(request: APIRequestContext, claims: object, home: string): Promise<string> {
  const leaving = await request.get("/auth/v1/authorize?provider=google", { maxRedirects: 0 });
  const issuer = new URL(leaving.headers().location ?? "").origin;
  const verifier = randomBytes(48).toString("base64url");
  const redirect = `${home}/auth/v1/callback`;
  let address = `${issuer}/auth?${new URLSearchParams({
    client_id: "summerstow-test",
    response_type: "code",
    redirect_uri: redirect,
    scope: "openid email profile",
    login_hint: JSON.stringify(claims),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  })}`;
  while (!address.startsWith(redirect)) {
    const answer = await request.get(address, { maxRedirects: 0 });
    address = new URL(answer.headers().location ?? "", address).href;
  }
  const tokens = await request.post(`${issuer}/token`, {
    form: {
      grant_type: "authorization_code",
      code: new URL(address).searchParams.get("code") ?? "",
      redirect_uri: redirect,
      code_verifier: verifier,
      client_id: "summerstow-test",
      client_secret: "summerstow-test-secret",
    },
  });
  return ((await tokens.json()) as { id_token: string }).id_token;
}

test("'Continue with Google' brings a new person to their dashboard", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Google" }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page, "who says no is back where they began").toHaveURL(/\/auth$/);
  await expect(page.getByText("Authentication error")).toBeVisible();
  await page.getByRole("tab", { name: "Google" }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await atTheProvider(page, newAddress("noa"), "Noa Newcomer");
  await expect(page).toHaveURL(/\/customer-dashboard$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Noa");
});

test("Google is connected and disconnected on the account page, unless it is the last way in", async ({
  page,
  request,
}) => {
  const own = newAddress("screen");
  const google = newAddress("screen.google");
  await confirmedAccount(request, own, "Maya Chen");
  await openSignedIn(page, "/account", own);
  const section = page.getByRole("region", { name: "Connected accounts" });
  await section.getByRole("button", { name: "Connect Google" }).click();
  await atTheProvider(page, google);
  await expect(page).toHaveURL(/\/account$/);
  await expect(section).toContainText(google);
  await section.getByRole("button", { name: "Disconnect Google" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("Google disconnected")).toBeVisible();
  await expect(section.getByRole("button", { name: "Connect Google" })).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Google" }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await atTheProvider(page, newAddress("only.google"));
  await expect(page).toHaveURL(/\/customer-dashboard$/);
  await page.goto("/account");
  await section.getByRole("button", { name: "Disconnect Google" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(dialog.getByRole("alert")).toContainText("only way");
});

test("a provider that is off sends a person back with words, not to JSON", async ({ page }) => {
  await page.goto("/auth/v1/authorize?provider=github&redirect_to=nowhere");
  await expect(page).toHaveURL(/\/auth\?error=invalid_request&error_code=validation_failed/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

for (const flowType of ["implicit", "pkce"] as const) {
  test(`the official client signs in, connects and disconnects: ${flowType}`, async ({
    page,
    request,
  }) => {
    const own = newAddress("own");
    const google = newAddress("google");
    await confirmedAccount(request, own, "Maya Chen");
    await bare(page, flowType);
    const options = { redirectTo: `${new URL(page.url()).origin}${BARE}` };
    await page.evaluate(
      ([email, password]) => window.client.auth.signInWithPassword({ email, password }),
      [own, PASSWORD] as [string, string],
    );
    await page.evaluate((to) => {
      void window.client.auth.linkIdentity({ provider: "google", options: to });
    }, options);
    await atTheProvider(page, google);
    expect(await back(page, flowType)).toBeUndefined();
    const linked = await session(page);
    expect(linked?.user.email).toBe(own);
    expect(linked?.user.app_metadata.providers).toEqual(["email", "google"]);
    expect(linked?.provider_token).toBeTruthy();

    await page.evaluate(() => window.client.auth.signOut());
    await page.evaluate((to) => {
      void window.client.auth.signInWithOAuth({
        provider: "google",
        options: { ...to, queryParams: { access_type: "offline", prompt: "consent" } },
      });
    }, options);
    await atTheProvider(page, google);
    expect(await back(page, flowType)).toBeUndefined();
    const again = await session(page);
    expect(again?.user.id).toBe(linked?.user.id);
    expect(again?.provider_refresh_token).toBeTruthy();

    const taken = await page.evaluate((to) => {
      return window.client.auth.linkIdentity({
        provider: "google",
        options: { ...to, skipBrowserRedirect: true },
      });
    }, options);
    await page.goto(taken.data?.url ?? "");
    await atTheProvider(page, google);
    expect(await back(page, flowType)).toBe("Identity is already linked");

    const refusals = await page.evaluate(async () => {
      const { data } = await window.client.auth.getUserIdentities();
      const codes: (string | undefined)[] = [];
      for (const identity of data?.identities ?? []) {
        const { error } = await window.client.auth.unlinkIdentity(identity);
        codes.push(error?.code);
      }
      return codes;
    });
    expect(refusals).toEqual([undefined, "single_identity_not_deletable"]);
  });
}

test("the official client signs in with an ID token", async ({ page, request, baseURL }) => {
  const claims = { sub: newAddress("sub"), email: newAddress("token"), email_verified: true };
  const token = await idToken(request, claims, baseURL ?? "");
  await bare(page, "implicit");
  const [good, bad] = await page.evaluate(async (signed) => {
    const { auth } = window.client;
    const one = await auth.signInWithIdToken({ provider: "google", token: signed });
    const two = await auth.signInWithIdToken({ provider: "google", token: `${signed}x` });
    return [one.data.user?.email, two.error?.message];
  }, token);
  expect([good, bad]).toEqual([claims.email, "Bad ID token"]);
});
