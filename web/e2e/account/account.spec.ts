import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { confirmedAccount, newAddress, openSignedIn, signIn } from "../support/customer-accounts";
import { closeByEscape } from "../support/escape";
import { nextMessage, totp } from "./mailed-codes";

/** The account settings: what one may change of oneself, and who is let in with it. */

async function openAccount(page: Page, request: APIRequestContext, who: string): Promise<string> {
  const email = newAddress(who);
  await confirmedAccount(request, email, "Maya Chen");
  await openSignedIn(page, "/account", email);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  return email;
}

const region = (page: Page, name: string) => page.getByRole("region", { name });

test("a new email counts once both mailboxes have said yes, by code or by link", async ({
  page,
  request,
}) => {
  const email = await openAccount(page, request, "mover");
  const next = newAddress("moved");
  const section = region(page, "Email");
  await section.getByLabel("New email").fill(next);
  await section.getByRole("button", { name: "Change email" }).click();
  await expect(section.getByText(`Changing to ${next}`)).toBeVisible();

  const old = await nextMessage(request, email, 1);
  await section.getByLabel(`Code mailed to ${email}`).fill("000000");
  await section.getByRole("button", { name: "Confirm" }).first().click();
  await expect(section.getByRole("alert")).toContainText("That code is wrong or has expired.");
  await section.getByLabel(`Code mailed to ${email}`).fill(old.code);
  await section.getByRole("button", { name: "Confirm" }).first().click();
  await expect(section.getByText("One mailbox left.")).toBeVisible();
  await expect(section.getByText(`${email} has confirmed`)).toBeVisible();

  const { link } = await nextMessage(request, next, 0);
  await page.goto(link);
  await page.getByRole("button").click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText("Your email address is changed.")).toBeVisible();
  await expect(region(page, "Email").getByText(next)).toBeVisible();
});

test("the first link of an email change says which mailbox is left; the change can be called off", async ({
  page,
  request,
}) => {
  const email = await openAccount(page, request, "waverer");
  const next = newAddress("never");
  await region(page, "Email").getByLabel("New email").fill(next);
  await region(page, "Email").getByRole("button", { name: "Change email" }).click();
  const { link } = await nextMessage(request, next, 0);
  await page.goto(link);
  await page.getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One mailbox left");
  await page.getByRole("link", { name: "Back to your account" }).click();
  await region(page, "Email").getByRole("button", { name: "Cancel the change" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel the change" }).click();
  await expect(page.getByText("Email change cancelled")).toBeVisible();
  await expect(region(page, "Email").getByLabel("New email")).toBeVisible();
  await expect(region(page, "Email").getByText(email)).toBeVisible();
});

test("name, phone and password are changed in place", async ({ page, request }) => {
  const email = await openAccount(page, request, "changer");
  await region(page, "Name").getByLabel("Full Name").fill("Maya Lin Chen");
  await region(page, "Name").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Name saved")).toBeVisible();

  const phone = `604555${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`;
  const section = region(page, "Phone");
  await section.getByLabel("New phone number").fill("12");
  await section.getByRole("button", { name: "Text me a code" }).click();
  await expect(section.getByRole("alert")).toContainText("Enter a phone number");
  await section.getByLabel("New phone number").fill(phone);
  await section.getByRole("button", { name: "Text me a code" }).click();
  const { code } = await nextMessage(request, `+1${phone}`, 0);
  await section.getByLabel(/^Code texted to/).fill(code);
  await section.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Phone number saved")).toBeVisible();

  const password = region(page, "Password");
  await password.getByLabel("New password").fill("password123");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByRole("alert")).toContainText("public lists of common or leaked");
  await password.getByLabel("New password").fill("tape-and-boxes");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();

  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Maya Lin Chen");
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/auth");
  await signIn(page, email, "tape-and-boxes");
  await expect(page).toHaveURL(/\/customer-dashboard$/);
});

test("a sign-in of long ago is asked for a mailed code before the password is changed", async ({
  page,
  request,
}) => {
  const email = await openAccount(page, request, "old.session");
  // The server's clock cannot be turned here; that it asks is shown in tests/auth.
  let asked = false;
  await page.route("**/auth/v1/user", (route) => {
    if (asked || route.request().method() !== "PUT") return route.continue();
    asked = true;
    return route.fulfill({
      status: 400,
      headers: { "x-supabase-api-version": "2024-01-01" },
      json: {
        code: "reauthentication_needed",
        message: "Password update requires reauthentication",
      },
    });
  });
  const password = region(page, "Password");
  await password.getByLabel("New password").fill("tape-and-more-boxes");
  await password.getByRole("button", { name: "Change password" }).click();
  const digits = password.getByLabel(`Code mailed to ${email}`);
  const { code } = await nextMessage(request, email, 0);
  await digits.fill(code);
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
});

test("an authenticator app is set up, then asked for before anything is shown", async ({
  page,
  request,
}) => {
  test.slow();
  const email = await openAccount(page, request, "careful");
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  const qr = dialog.getByRole("img", { name: "QR code for your authenticator app" });
  await expect(qr).toBeVisible();
  expect(await qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByLabel("Code from the app").fill(totp(secret));
  await dialog.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByText("Second step added")).toBeVisible();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL("/");

  await openSignedIn(page, "/account", email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
  await page.goto("/customer-dashboard");
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel and sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();

  await signIn(page, email);
  await page.getByLabel("Code from your authenticator app").fill("000000");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("alert")).toContainText("That code is not right.");
  // The code of the set-up is spent: the next half minute's is taken too.
  await page.getByLabel("Code from your authenticator app").fill(totp(secret, 1));
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page).toHaveURL(/\/customer-dashboard$/);

  await page.goto("/account");
  const section = region(page, "Second step");
  await section.getByRole("button", { name: "Remove Authenticator app" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Second step removed")).toBeVisible();
  await expect(section.getByText("Off", { exact: true })).toBeVisible();
});

test("a passkey opens the account", async ({ page, request }) => {
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = await openAccount(page, request, "keyholder");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("My laptop");
  await page.getByRole("button", { name: "Make the passkey" }).click();
  await expect(page.getByText("Second step added")).toBeVisible();
  await expect(region(page, "Second step").getByText("My laptop")).toBeVisible();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/auth");
  await signIn(page, email);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page).toHaveURL(/\/customer-dashboard$/);
});

test("other devices are listed and signed out, one or all", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const email = await openAccount(page, request, "devices");
  const phone = await browser.newPage({
    ...(baseURL ? { baseURL } : {}),
    userAgent:
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  });
  await phone.goto("/auth");
  await signIn(phone, email);
  await expect(phone).toHaveURL(/\/customer-dashboard$/);

  await page.reload();
  const section = region(page, "Where you are signed in");
  await expect(section.getByText("This device")).toBeVisible();
  await expect(section.getByText(/Last active .*, campus time/).first()).toBeVisible();
  await section.getByRole("button", { name: "Sign out Chrome on Android" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Signed out there")).toBeVisible();
  await expect(section.getByText("Chrome on Android")).toHaveCount(0);
  await phone.reload();
  await expect(phone).toHaveURL(/\/auth$/);
  await phone.close();

  // Confirming the address opened a session from no browser at all.
  await expect(section.getByText("An app")).toBeVisible();
  await section.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Signed out everywhere else")).toBeVisible();
  await expect(section.getByText("You are not signed in anywhere else.")).toBeVisible();
});

test("the account has no barrier, empty or busy, on any screen", async ({ page, request }) => {
  test.slow();
  await openAccount(page, request, "reader");
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await expect(page.getByRole("button", { name: "Copy the key" })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await closeByEscape(page.getByRole("dialog"));
  await region(page, "Email").getByLabel("New email").fill(newAddress("pending"));
  await region(page, "Email").getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Changing to")).toBeVisible();
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await barriers(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await barriers(page)).toEqual([]);
});

test("a part that cannot be read says so and is tried again", async ({ page, request }) => {
  await openAccount(page, request, "unlucky");
  await page.route("**/rest/v1/rpc/my_sessions", (route) =>
    route.fulfill({ status: 400, json: { code: "P0001", message: "no" } }),
  );
  await page.reload();
  const section = region(page, "Where you are signed in");
  await expect(section.getByText("Your devices could not be listed")).toBeVisible();
  await page.unroute("**/rest/v1/rpc/my_sessions");
  await section.getByRole("button", { name: "Try again" }).click();
  await expect(section.getByText("This device")).toBeVisible();
});

test("a server that is away is said once, at the first try", async ({ page, request }) => {
  await openAccount(page, request, "patient");
  await expect(region(page, "Email").getByLabel("New email")).toBeVisible();
  await expect(page.getByText("We can't reach the server")).toHaveCount(0);
  let tries = 0;
  // The first try fails; those after it are never answered.
  await page.route("**/auth/v1/user", (route) => {
    tries += 1;
    return tries === 1 ? route.fulfill({ status: 503, body: "" }) : undefined;
  });
  await page.reload();
  await expect(page.getByText("We can't reach the server")).toHaveCount(1);
  await expect(region(page, "Name").getByLabel("Full Name")).toHaveValue("Maya Chen");
});
