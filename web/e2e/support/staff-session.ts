import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { expect as plainExpect, request } from "@playwright/test";
import { store } from "./storage";

/** Waits as long as a busy two-core machine may take to draw a page. */
export const expect = plainExpect.configure({ timeout: 30_000 });

/** The demo accounts that work here. */
export type StaffAccount = "worker" | "admin" | "executive" | "customer2";

export const DEMO_PASSWORD = "demo-password";
const SERVICE_KEY = "demo-service-key";
const SESSION_KEY = "sb-summerstow-auth-token";
const sessions = new Map<string, Promise<string>>();

async function signIn(baseURL: string, email: string): Promise<string> {
  const api = await request.newContext({ baseURL });
  const answer = await api.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email, password: DEMO_PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  const session = await answer.text();
  await api.dispose();
  return session;
}

/** Somebody of this role whom no other journey knows: signing out ends all sessions of a person. */
async function newColleague(baseURL: string, role: StaffAccount): Promise<string> {
  const service = await asService(baseURL);
  const email = `${role}.${crypto.randomUUID()}@staff.example`;
  const made = await service.post("/auth/v1/admin/users", {
    data: { email, password: DEMO_PASSWORD, email_confirm: true },
  });
  const { id } = await made.json();
  const given = await service.patch(`/rest/v1/users?id=eq.${id}`, { data: { role } });
  if (!given.ok()) throw new Error(`${email} is not ${role}: ${await given.text()}`);
  await service.dispose();
  return email;
}

/** A page of a browser in which this person, or a `fresh` one of that role, is signed in already. */
export async function openAs(
  browser: Browser,
  baseURL: string | undefined,
  account: StaffAccount,
  options: {
    width?: number;
    height?: number;
    dark?: boolean;
    fresh?: boolean;
    installed?: boolean;
    /** works with a thumb, as phones do */
    touch?: boolean;
  } = {},
): Promise<Page> {
  const origin = new URL(baseURL ?? "").origin;
  // A journey may have a product of its own, which knows no other's session.
  const person = `${account} of ${origin}`;
  const signingIn = options.fresh
    ? signIn(origin, await newColleague(origin, account))
    : (sessions.get(person) ?? signIn(origin, `${account}@demo.test`));
  if (!options.fresh) sessions.set(person, signingIn);
  const context = await browser.newContext({
    baseURL: origin,
    serviceWorkers: options.installed ? "allow" : "block",
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    ...(options.touch ? { hasTouch: true, isMobile: true } : {}),
  });
  await store(context, {
    [SESSION_KEY]: await signingIn,
    "summerstow-theme": options.dark ? "dark" : "light",
  });
  return context.newPage();
}

/** Shows an open page on a screen of this width, light or dark, without loading it again. */
export async function look(page: Page, width: number, theme: "light" | "dark"): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((chosen) => {
    localStorage.setItem("summerstow-theme", chosen);
    dispatchEvent(new StorageEvent("storage"));
  }, theme);
  await expect(page.locator("html.dark")).toHaveCount(theme === "dark" ? 1 : 0);
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
