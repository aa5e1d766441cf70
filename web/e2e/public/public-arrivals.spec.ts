import { type APIRequestContext, expect, test } from "@playwright/test";

/** Mail links and providers that come back to the site's root are led on, never swallowed. */

/** A fresh session of a demo account as a mail link carries it. */
async function session(request: APIRequestContext, type: string): Promise<string> {
  const answer = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: "customer2@demo.test", password: "demo-password" },
  });
  const { access_token, refresh_token, expires_at } = await answer.json();
  const words = { access_token, refresh_token, token_type: "bearer", type };
  return `${new URLSearchParams(words)}&expires_in=3600&expires_at=${expires_at}`;
}

test("a failure of a provider or of a mail's link reaches the sign-in page with what to do next", async ({
  page,
}) => {
  await page.goto("/?error=server_error&error_code=unexpected_failure&error_description=No");
  await expect(page).toHaveURL("/auth");
  await expect(page.getByRole("main")).toContainText("Nothing was changed.");
  await page.goto("/#error=access_denied&error_code=otp_expired&error_description=Expired");
  await expect(page).toHaveURL("/auth");
  await expect(page.getByRole("main")).toContainText("That link has expired or was used already.");
});

test("a link pasted into the open home page is followed too, and anchors stay anchors", async ({
  page,
}) => {
  await page.goto("/?utm_source=poster&error_pages=no#how-it-works");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => location.assign("#less"));
  await expect(page).toHaveURL(/^[^?]*\/\?utm_source=poster&error_pages=no#less$/);
  await page.evaluate(() => location.assign("#error=access_denied&error_code=otp_expired"));
  await expect(page).toHaveURL("/auth");
});

test("a confirmation signs in and goes on to the dashboard; a recovery goes on to the password", async ({
  page,
  request,
}) => {
  await page.goto(`/#${await session(request, "recovery")}`);
  await expect(page).toHaveURL(/\/auth\/set-password/);
  await expect(page.getByRole("main")).toContainText("For customer2@demo.test");
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/#${await session(request, "signup")}`);
  await expect(page).toHaveURL("/customer-dashboard");
});
