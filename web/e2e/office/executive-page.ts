import type { Browser, Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../support/staff-session";
import { store } from "../support/storage";

const KEY = "sb-summerstow-executive-auth-token";

/** The session that the executives' area keeps on the page. */
export const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

/** An executive's page, signed in by the API under the area's own key. */
export async function executivePage(
  browser: Browser,
  baseURL: string | undefined,
  options: { width?: number; dark?: boolean } = {},
): Promise<Page> {
  const origin = new URL(baseURL ?? "").origin;
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: "anon", "content-type": "application/json" },
    body: JSON.stringify({ email: "executive@demo.test", password: DEMO_PASSWORD }),
  });
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: options.width ?? 1440, height: 900 },
  });
  await store(context, {
    [KEY]: await answer.text(),
    "summerstow-theme": options.dark ? "dark" : "light",
  });
  return context.newPage();
}
