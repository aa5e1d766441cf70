import { type APIRequestContext, expect, test } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { landing, newAddress, PASSWORD } from "../support/customer-accounts";

/** Codes and links: the unmodified JavaScript client from Node, and the pages behind a link. */

interface Message {
  subject: string;
  text: string;
  links: string[];
}

function client(baseURL: string | undefined, flowType: "implicit" | "pkce"): SupabaseClient {
  if (!baseURL) throw new Error("the product's address is not known");
  return createClient(baseURL, "anon", { auth: { flowType, autoRefreshToken: false } });
}

/** The newest of at least `count` messages to an address or number whose subject (or text) says so. */
async function message(
  request: APIRequestContext,
  to: string,
  about: string,
  count = 1,
): Promise<Message> {
  let found: Message | undefined;
  await expect(async () => {
    const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
    const messages = (await answer.json()) as Message[];
    const fitting = messages.filter((one) => `${one.subject} ${one.text}`.includes(about));
    expect(fitting.length).toBeGreaterThanOrEqual(count);
    found = fitting[0];
  }).toPass();
  if (!found) throw new Error(`no message to ${to}`);
  return found;
}

async function code(
  request: APIRequestContext,
  to: string,
  about: string,
  count = 1,
): Promise<string> {
  return (await message(request, to, about, count)).text.match(/\b\d{6}\b/)?.[0] ?? "";
}

test("without a password, forgotten, moved, by phone", async ({ baseURL, request }) => {
  const noa = client(baseURL, "pkce");
  const email = newAddress("codes");
  const moved = newAddress("moved");

  expect((await noa.auth.signInWithOtp({ email })).error).toBeNull();
  const first = await noa.auth.verifyOtp({
    email,
    token: await code(request, email, "Confirm your email"),
    type: "email",
  });
  expect(first.error).toBeNull();

  await noa.auth.resetPasswordForEmail(email);
  const [link] = (await message(request, email, "new password")).links;
  const query = (await landing(link ?? "")).searchParams;
  const back = await noa.auth.exchangeCodeForSession(query.get("code") ?? "");
  expect(back.error).toBeNull();
  expect((await noa.auth.updateUser({ password: PASSWORD })).error).toBeNull();

  const asked = await noa.auth.updateUser({ email: moved });
  expect(asked.data.user?.new_email).toBe(moved);
  // Two that go out at once may arrive in either order.
  await message(request, email, "Agree to your new email");
  await message(request, moved, "Confirm your new email");
  expect((await noa.auth.resend({ type: "email_change", email })).error).toBeNull();
  // Sent twice: only the later one holds.
  const half = await noa.auth.verifyOtp({
    email,
    token: await code(request, email, "Agree to your new email", 2),
    type: "email_change",
  });
  expect(half).toEqual({ data: { user: null, session: null }, error: null });
  const done = await noa.auth.verifyOtp({
    email: moved,
    token: await code(request, moved, "Confirm your new email", 2),
    type: "email_change",
  });
  expect(done.data.user?.email).toBe(moved);

  const phone = `+1604${String(Date.now()).slice(-7)}`;
  expect((await noa.auth.updateUser({ phone })).error).toBeNull();
  const numbered = await noa.auth.verifyOtp({
    phone,
    token: await code(request, phone, "Summerstow code"),
    type: "phone_change",
  });
  expect(numbered.data.user?.phone).toBe(phone.slice(1));
  expect((await noa.auth.reauthenticate()).error).toBeNull();
  const nonce = await code(request, moved, "about to change your password");
  const changed = await noa.auth.updateUser({ password: `${PASSWORD}-2`, nonce });
  expect(changed.error).toBeNull();
  await noa.auth.signOut();
  const signedIn = await noa.auth.signInWithPassword({ phone, password: `${PASSWORD}-2` });
  expect(signedIn.data.user?.email).toBe(moved);

  const spent = await noa.auth.verifyOtp({ email: moved, token: nonce, type: "email" });
  expect(spent.error?.code).toBe("otp_expired");
  const nobody = await noa.auth.signInWithOtp({
    email: newAddress("nobody"),
    options: { shouldCreateUser: false },
  });
  // Nobody learns from the answer which addresses have accounts.
  expect(nobody.error).toBeNull();
});

test("a link waits for its button, which may be pressed twice", async ({
  baseURL,
  page,
  request,
}) => {
  const maya = client(baseURL, "implicit");
  const email = newAddress("button");
  await maya.auth.signUp({ email, password: PASSWORD });
  const [link] = (await message(request, email, "Confirm your email")).links;
  await page.goto(link ?? "");
  // Looking again uses nothing up.
  await page.reload();
  await page.getByRole("button", { name: "Confirm my email" }).dblclick();
  await page.waitForURL(/\/customer-dashboard/);

  // Elsewhere, and later, the page says what to do.
  await page.context().clearCookies();
  await page.goto(link ?? "");
  await expect(page.getByRole("heading", { name: "This link is used up" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in or get a new link" }).click();
  await page.waitForURL(/\/auth|dashboard/);
});

test("a new address names the mailbox that is left", async ({ baseURL, page, request }) => {
  const maya = client(baseURL, "implicit");
  const email = newAddress("two");
  const moved = newAddress("two-new");
  await maya.auth.signUp({ email, password: PASSWORD });
  const token = await code(request, email, "Confirm your email");
  await maya.auth.verifyOtp({ email, token, type: "signup" });
  await maya.auth.updateUser({ email: moved });
  const [link] = (await message(request, email, "Agree to your new email")).links;
  await page.goto(link ?? "");
  await page.getByRole("button", { name: "Agree to the change" }).click();
  await expect(page.getByRole("heading", { name: "One more mailbox" })).toBeVisible();
  await expect(page.getByText(moved)).toBeVisible();
});
