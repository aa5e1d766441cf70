import { expect, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import {
  confirmedAccount,
  linkMailedTo,
  newAddress,
  PASSWORD,
  signIn,
  tabTo,
} from "../support/customer-accounts";

/** Coming in and going out: signing up by mail, signing in, and what is said when it fails. */

async function signUp(page: Page, email: string, password = PASSWORD, again = password) {
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Email" }).click();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Full Name").fill("Maya Chen");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(again);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
}

const SENT = "Check your email for a confirmation link to complete your signup!";

test("signing up, opening the mail and pressing its one button leads to one's own dashboard", async ({
  page,
  request,
}) => {
  const email = newAddress("maya");
  await signUp(page, email);
  await expect(page.getByText(SENT)).toBeVisible();
  await page.goto(await linkMailedTo(request, email));
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(page).toHaveURL(/\/customer-dashboard$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Maya Chen");
  await expect(page.getByText("No Booking Found")).toBeVisible();
  expect(page.url()).not.toContain("access_token");
});

test("a sign-up that cannot be sent says why, in order, and keeps what was typed", async ({
  page,
}) => {
  await signUp(page, newAddress("maya"), "abc", "abd");
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await expect(page.getByLabel("Confirm Password")).toBeFocused();
  await page.getByLabel("Confirm Password").fill("abc");
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
  await expect(page.getByText("Passwords do not match")).toHaveCount(0);
  await page.getByLabel("Full Name").fill("");
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByText("Name, email and password are required")).toBeVisible();
  await page.getByRole("tab", { name: "Google" }).click();
  await page.getByRole("tab", { name: "Email" }).click();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect(page.getByLabel("Confirm Password")).toHaveValue("abc");
});

test("a password that everybody uses is refused with the reason", async ({ page }) => {
  await signUp(page, newAddress("maya"), "password123");
  await expect(page.getByRole("alert")).toContainText("public lists of common or leaked passwords");
});

test("a wrong password says so; the right one welcomes, and signing out ends it", async ({
  page,
  request,
}) => {
  const email = newAddress("noor");
  await confirmedAccount(request, email, "Noor Haddad");
  await page.goto("/auth");
  await signIn(page, email, "not-the-password");
  await expect(page.getByRole("alert")).toHaveText("Invalid login credentials");
  await signIn(page, email);
  await expect(page.getByText("Welcome!", { exact: true })).toBeVisible();
  await expect(page.getByText("You've been successfully signed in.")).toBeVisible();
  await expect(page).toHaveURL(/\/customer-dashboard$/);
  await page.goto("/auth");
  await expect(page, "somebody signed in has nothing to do at /auth").toHaveURL(
    /\/customer-dashboard$/,
  );
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
  await page.goto("/customer-dashboard");
  await expect(page).toHaveURL(/\/auth$/);
});

test("signing in before confirming says what to do and sends the mail again", async ({
  page,
  request,
}) => {
  const email = newAddress("late");
  await signUp(page, email);
  await expect(page.getByText(SENT)).toBeVisible();
  await linkMailedTo(request, email);
  await page.getByRole("tab", { name: "Sign In" }).click();
  await signIn(page, email);
  await expect(page.getByRole("alert")).toContainText(`mail that we sent to ${email}`);
  await page.getByRole("button", { name: "Send the mail again" }).click();
  await expect(page.getByText("Sent. Give it a minute")).toBeVisible();
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      return ((await answer.json()) as unknown[]).length;
    })
    .toBe(2);
});

test("empty fields are named before anything is sent", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Email" }).click();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(
    page.getByText("You must provide either an email or phone number and a password"),
  ).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
});

test("a gate says Loading..., asks for a sign-in, and lets people on to where they wanted", async ({
  page,
}) => {
  await page.goto("/admin-dashboard?tab=pickups");
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, "admin@demo.test", "demo-password");
  await expect(page).toHaveURL(/\/admin-dashboard\?tab=pickups$/);

  let answerProfile = () => {};
  const held = new Promise<void>((resolve) => {
    answerProfile = resolve;
  });
  await page.route("**/rest/v1/users?**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/customer-dashboard");
  await expect(page.getByText("Loading...")).toBeVisible();
  answerProfile();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome");
});

test("a customer is turned away from the staff's dashboard to their own", async ({
  page,
  request,
}) => {
  const email = newAddress("curious");
  await confirmedAccount(request, email, "Curious Cat");
  await page.goto("/admin-dashboard");
  await signIn(page, email);
  await expect(page).toHaveURL(/\/customer-dashboard$/);
});

test("the callback sends staff to the admin dashboard and strangers to /auth", async ({ page }) => {
  await page.goto("/auth/callback");
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText("Sign in required")).toBeVisible();
  await expect(page.getByText("Please sign in to continue.")).toBeVisible();
  await signIn(page, "executive@demo.test", "demo-password");
  await expect(page).toHaveURL(/\/admin-dashboard/);
  await page.goto("/auth/callback");
  await expect(page).toHaveURL(/\/admin-dashboard/);
});

test("a link that was used already says so and what to do next", async ({ page, request }) => {
  const email = newAddress("twice");
  await confirmedAccount(request, email, "Second Time");
  await page.goto(await linkMailedTo(request, email));
  const button = page.getByRole("button", { name: "Confirm my email" });
  if (await button.isVisible()) await button.click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText("Authentication error")).toBeVisible();
  await expect(page.getByText("There was an issue with sign in. Please try again.")).toBeVisible();
  await expect(page.getByText("That link has expired or was used already.")).toBeVisible();
});

test("Google explains itself while it is switched off", async ({ page }) => {
  await page.route("**/auth/v1/settings", (route) =>
    route.fulfill({ json: { external: { google: false } } }),
  );
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Google" }).click();
  await expect(page.getByText("Google sign-in isn't switched on here yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Google" })).toBeDisabled();
  await page.getByRole("button", { name: "Use email instead" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
});

test("Google that cannot be asked for fails in words", async ({ page }) => {
  await page.route("**/auth/v1/settings", (route) => route.abort());
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Google" }).click();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Failed to sign in with Google. Please try again.",
  );
});

test("a server out of reach is not blamed on the password", async ({ page }) => {
  await page.route("**/auth/v1/token?**", (route) => route.abort());
  await page.goto("/auth");
  await signIn(page, "customer@demo.test", "demo-password");
  await expect(page.getByRole("alert")).toContainText("We can't reach the server right now");
  await page.unroute("**/auth/v1/token?**");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(/\/customer-dashboard$/);
});

test("signing in works by keyboard alone", async ({ page, request }) => {
  const email = newAddress("keys");
  await confirmedAccount(request, email, "Keyboard Only");
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Google" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Email" })).toHaveAttribute("aria-selected", "true");
  await tabTo(page, page.getByRole("tab", { name: "Sign In" }));
  await tabTo(page, page.getByRole("textbox", { name: "Email" }));
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Keyboard Only");
});

test("neither side of the sign-in page has a barrier", async ({ page }) => {
  test.slow();
  await page.goto("/auth");
  await expect(page.getByRole("tab", { name: "Sign In" })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});
