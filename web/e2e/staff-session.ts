import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { expect as plainExpect, request } from "@playwright/test";

/** Waits as long as a busy two-core machine may take to draw a page. */
export const expect = plainExpect.configure({ timeout: 15_000 });

/** The demo accounts that work here. */
export type StaffAccount = "worker" | "admin" | "executive" | "customer2";

const PASSWORD = "demo-password";
const SERVICE_KEY = "demo-service-key";
const SESSION_KEY = "sb-summerstow-auth-token";
const sessions = new Map<string, Promise<string>>();

async function signIn(baseURL: string, account: StaffAccount): Promise<string> {
  const api = await request.newContext({ baseURL });
  const answer = await api.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: `${account}@demo.test`, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${account} cannot sign in: ${await answer.text()}`);
  const session = await answer.text();
  await api.dispose();
  return session;
}

/** A page of a browser in which this person is signed in already. */
export async function openAs(
  browser: Browser,
  baseURL: string | undefined,
  account: StaffAccount,
  options: { width?: number; height?: number; dark?: boolean; fresh?: boolean } = {},
): Promise<Page> {
  const origin = new URL(baseURL ?? "").origin;
  const known = options.fresh ? undefined : sessions.get(account);
  const signingIn = known ?? signIn(origin, account);
  if (!options.fresh) sessions.set(account, signingIn);
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    storageState: {
      cookies: [],
      origins: [
        {
          origin,
          localStorage: [
            { name: SESSION_KEY, value: await signingIn },
            { name: "summerstow-theme", value: options.dark ? "dark" : "light" },
          ],
        },
      ],
    },
  });
  return context.newPage();
}

/** The data service with the service key: for what a journey finds already there. */
export async function asService(baseURL: string | undefined): Promise<APIRequestContext> {
  return request.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: {
      apikey: SERVICE_KEY,
      authorization: `Bearer ${SERVICE_KEY}`,
      prefer: "return=representation,count=exact",
    },
  });
}
