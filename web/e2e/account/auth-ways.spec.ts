import { expect, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { confirmedAccount, newAddress, PASSWORD, signIn } from "../support/customer-accounts";
import { messagesTo, nextMessage } from "./mailed-codes";

/** Ways back in without the password, and what is said when the server asks for patience. */

async function askForNewPassword(page: Page, email: string): Promise<void> {
  await page.goto("/auth");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await page.getByRole("button", { name: "Send the mail" }).click();
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible();
}

test("a forgotten password is set by the mail's link, and other devices are signed out", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow();
  const email = newAddress("forgetful");
  await confirmedAccount(request, email, "Maya Chen");
  const other = await browser.newPage(baseURL ? { baseURL } : {});
  await other.goto("/auth");
  await signIn(other, email);
  await expect(other).toHaveURL(/\/customer-dashboard$/);

  await askForNewPassword(page, email);
  const { link } = await nextMessage(request, email, 1);
  await page.goto(link);
  await page.getByRole("button").click();
  await expect(page).toHaveURL(/\/auth\/set-password#?$/);
  await expect(page.getByText(`For ${email}.`)).toBeVisible();
  await page.getByLabel("New password").fill("123456");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("alert")).toContainText("public lists of common or leaked");
  await page.getByLabel("New password").fill("tape-and-boxes");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your password is set");
  await page.getByRole("link", { name: "Go to your dashboard" }).click();
  await expect(page).toHaveURL(/\/customer-dashboard$/);

  await other.goto("/account");
  await expect(other).toHaveURL(/\/auth$/);
  await signIn(other, email);
  await expect(other.getByRole("alert")).toHaveText("Invalid login credentials");
  await signIn(other, email, "tape-and-boxes");
  await expect(other).toHaveURL(/\/account$/);
  await other.close();

  await page.context().clearCookies();
  await page.evaluate(() => window.localStorage.clear());
  await page.goto(link);
  const button = page.getByRole("button", { name: "Go on" });
  if (await button.isVisible()) await button.click();
  await expect(page.getByText("That link has expired or was used already.")).toBeVisible();
  await page.getByRole("link", { name: "Send a new one" }).click();
  await expect(page).toHaveURL(/\/auth\/forgot$/);
});

test("a mail's link works on another device than the one that asked", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const email = newAddress("elsewhere");
  await confirmedAccount(request, email, "Maya Chen");
  await page.goto("/auth");
  await page.getByRole("button", { name: "Email me a code instead" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  const { link } = await nextMessage(request, email, 1);
  const phone = await browser.newPage(baseURL ? { baseURL } : {});
  await phone.goto(link);
  await expect(phone.getByText("in the browser where you began")).toHaveCount(0);
  await phone.getByRole("button").click();
  await expect(phone).toHaveURL(/\/customer-dashboard$/);
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Welcome, Maya Chen");
  await phone.close();
});

test("a link of another account replaces nobody who is signed in before they say so", async ({
  page,
  request,
}) => {
  test.slow();
  const mine = newAddress("mine");
  const other = newAddress("other");
  await confirmedAccount(request, mine, "Maya Chen");
  await confirmedAccount(request, other, "Otto Berg");
  await page.goto("/auth");
  await signIn(page, mine);
  await expect(page).toHaveURL(/\/customer-dashboard$/);

  const tokens = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: other, password: PASSWORD },
  });
  const { access_token, refresh_token } = await tokens.json();
  const words = { access_token, refresh_token, token_type: "bearer", expires_in: "3600" };
  await page.goto("about:blank");
  await page.goto(`/auth/callback#${new URLSearchParams(words)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Switch accounts?");
  await expect(page.getByText(mine)).toBeVisible();
  await expect(page.getByText(other)).toBeVisible();
  expect(page.url()).not.toContain("access_token");
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await barriers(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Maya Chen");

  await request.post("/auth/v1/recover", {
    headers: { apikey: "anon" },
    data: { email: other },
  });
  const { link } = await nextMessage(request, other, 1);
  await page.goto(link);
  await page.getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Switch accounts?");
  await page.getByRole("button", { name: "Switch to the other account" }).click();
  await expect(page.getByText(`For ${other}.`)).toBeVisible();
});

test("a forgotten password is set by the six digits, on the device that asked", async ({
  page,
  request,
}) => {
  const email = newAddress("digits");
  await confirmedAccount(request, email, "Maya Chen");
  await askForNewPassword(page, email);
  const { code } = await nextMessage(request, email, 1);
  await page.getByLabel("Code from the mail").fill("123");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Enter all six digits")).toBeVisible();
  await page.getByLabel("Code from the mail").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  // The code is good now, and only the password is left to mend.
  await expect(page.getByRole("alert")).toHaveText(
    "That is your password already. Choose a different one.",
  );
  await expect(page.getByLabel("Code from the mail")).toHaveCount(0);
  await page.getByLabel("New password").fill("tape-and-boxes");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your password is set");
});

test("a mailed code signs in, and a stranger's address is answered alike", async ({
  page,
  request,
}) => {
  const email = newAddress("coded");
  await confirmedAccount(request, email, "Maya Chen");
  await page.goto("/customer-dashboard");
  await page.getByRole("button", { name: "Email me a code instead" }).click();
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByText("Enter your email address")).toBeVisible();
  const stranger = newAddress("stranger");
  await page.getByRole("textbox", { name: "Email" }).fill(stranger);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByText(`If there is an account for ${stranger}`)).toBeVisible();
  expect(await messagesTo(request, stranger)).toEqual([]);

  await page.getByRole("button", { name: "Use another address" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  const { code } = await nextMessage(request, email, 1);
  await page.getByLabel("Code from the mail").fill("000000");
  await page.getByRole("button", { name: "Sign in with the code" }).click();
  await expect(page.getByRole("alert")).toContainText("That code is wrong or has expired.");
  await page.getByLabel("Code from the mail").fill(code);
  await page.getByRole("button", { name: "Sign in with the code" }).click();
  await expect(page.getByText("Welcome!", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/customer-dashboard$/);
});

test("the code of the confirmation mail opens a new account where it was made", async ({
  page,
  request,
}) => {
  const email = newAddress("fresh");
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Full Name").fill("Maya Chen");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  const { code } = await nextMessage(request, email, 0);
  await page.getByLabel("Or type the code from the mail").fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Maya Chen");
});

test("a refusal for now counts down until one may try again", async ({ page }) => {
  await page.route("**/auth/v1/token?**", (route) =>
    route.fulfill({
      status: 429,
      headers: { "retry-after": "90", "x-supabase-api-version": "2024-01-01" },
      json: { code: "over_request_rate_limit", message: "Request rate limit reached" },
    }),
  );
  await page.clock.install();
  await page.goto("/auth");
  await signIn(page, "customer@demo.test");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Too many tries in a short time.");
  await expect(alert).toContainText(/You can try again in 1 minute \d+ seconds\./);
  await page.clock.runFor(91_000);
  await expect(alert).toContainText("You can try again now.");
});

test("what another provider refused is told at /auth, never in the address's own words", async ({
  page,
}) => {
  await page.goto(
    "/auth?error=access_denied&error_code=user_banned&error_description=Call+1-800-SCAM",
  );
  await expect(page.getByText("This account is locked.")).toBeVisible();
  await expect(page.getByText("1-800-SCAM")).toHaveCount(0);
  await page.goto("/auth/callback?code=somebody-elses");
  await expect(page.getByText("Sign in required")).toBeVisible();
  await expect(page.getByText("Go back to the app or browser where you began")).toBeVisible();
  await page.goto("/auth#error=access_denied&error_code=otp_expired&sb=");
  await page.reload();
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(page.getByRole("button", { name: "Email me a code" })).toBeVisible();
});

test("no screen on the way in has a barrier", async ({ page }) => {
  test.slow();
  for (const address of [
    "/auth#error=access_denied&error_code=otp_expired&sb=",
    "/auth/forgot",
    "/auth/set-password",
    "/auth/callback#message=Confirmation+link+accepted&sb=",
  ]) {
    await page.goto("about:blank");
    await page.goto(address);
    await expect(
      page
        .locator("main")
        .getByRole("button")
        .or(page.getByText("Sign in to your account"))
        .first(),
    ).toBeVisible();
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await barriers(page), address).toEqual([]);
    }
  }
});
