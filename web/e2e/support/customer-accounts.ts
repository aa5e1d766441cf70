import { type APIRequestContext, expect, type Locator, type Page, test } from "@playwright/test";
import { store } from "./storage";

/** Accounts and bookings for the journeys of customers, made as anybody makes them. */
export const PASSWORD = "boxes-and-tape";
const CALLBACK = encodeURIComponent(
  `${process.env.BASE_URL ?? "http://localhost:8000"}/auth/callback`,
);
const SERVICE = { apikey: "demo-service-key", authorization: "Bearer demo-service-key" };

/** An address that no other run has used. */
export function newAddress(who: string): string {
  return `${who}-${Date.now()}-${Math.random().toString(36).slice(2, 7)}@journey.test`;
}

/** The newest link in the mail to an address, waited for. */
export async function linkMailedTo(request: APIRequestContext, address: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(address)}`);
      const mails = (await answer.json()) as { links: string[] }[];
      link = mails[0]?.links.find((one) => one.includes("/auth/v1/verify")) ?? "";
      return link;
    })
    .not.toBe("");
  return link;
}

/** Where the button of a mailed link's page leads: reading the page alone has no effect. */
export async function landing(link: string): Promise<URL> {
  const answer = await fetch(link, {
    method: "POST",
    body: new URLSearchParams({ "": "" }),
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}

/** A confirmed account, without its mail. Returns its id. */
export async function confirmedAccount(
  request: APIRequestContext,
  email: string,
  name: string,
): Promise<string> {
  const signUp = await request.post(`/auth/v1/signup?redirect_to=${CALLBACK}`, {
    headers: { apikey: "anon" },
    data: { email, password: PASSWORD, data: { full_name: name, name } },
  });
  expect(signUp.ok()).toBe(true);
  const { id } = (await signUp.json()) as { id: string };
  const hash = new URL(await linkMailedTo(request, email)).searchParams.get("token");
  const confirmed = await request.post("/auth/v1/verify", {
    headers: { apikey: "anon" },
    data: { type: "signup", token_hash: hash },
  });
  expect(confirmed.ok()).toBe(true);
  return id;
}

/** A pickup far ahead, in whichever year the journeys run. */
export const PICKUP = `${new Date().getFullYear() + 2}-04-29`;

/** A booking of that account, stored as given. Without a pickup time it takes no slot's place. */
export async function booking(
  request: APIRequestContext,
  userId: string,
  email: string,
  fields: Record<string, unknown> = {},
): Promise<{ id: string }> {
  const answer = await request.post("/rest/v1/bookings", {
    headers: { ...SERVICE, prefer: "return=representation" },
    data: {
      user_id: userId,
      campus_id: 2,
      first_name: "Maya",
      last_name: "Chen",
      email,
      building_name: "Nechako",
      pickup_date: PICKUP,
      ...fields,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const [row] = (await answer.json()) as { id: string }[];
  if (!row) throw new Error("no booking was stored");
  return row;
}

/** Some campus day far beyond all slots of the demo data, another one each time. */
export async function farDay(request: APIRequestContext): Promise<string> {
  return await campusDay(request, 250 + Math.floor(Math.random() * 100));
}

/** Changes rows as staff would, with the service key. */
export async function staffChange(
  request: APIRequestContext,
  rows: string,
  change: Record<string, unknown>,
): Promise<void> {
  const answer = await request.patch(`/rest/v1/${rows}`, { headers: SERVICE, data: change });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The campus day, moved by some days. */
export async function campusDay(request: APIRequestContext, plus = 0): Promise<string> {
  const answer = await request.get("/rest/v1/rpc/campus_clock", { headers: { apikey: "anon" } });
  const { today } = (await answer.json()) as { today: string };
  return new Date(Date.parse(today) + plus * 86_400_000).toISOString().slice(0, 10);
}

/** Lets the page believe that it is ten in the morning on campus, at whatever hour this runs. */
export async function tenOnCampus(page: Page): Promise<void> {
  await page.route("**/rpc/campus_clock", async (route) => {
    const answer = await route.fetch();
    const clock = (await answer.json()) as { today: string };
    await route.fulfill({ json: { ...clock, now: `${clock.today}T17:00:00Z` } });
  });
}

/** Goes on by the Tab key, as far as a few stops, until the control has the focus. */
export async function tabTo(page: Page, control: Locator, stops = 12): Promise<void> {
  // No key reaches a button that is off until an answer has come.
  await expect(control).toBeEnabled();
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press("Tab");
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

/** A slot with this many places, all free. */
export async function slot(
  request: APIRequestContext,
  fields: { date: string; campus_id: number; capacity: number; time_of_day: string },
): Promise<void> {
  const answer = await request.post("/rest/v1/slot_availability", {
    headers: SERVICE,
    data: { ...fields, available_slots: fields.capacity },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Books again as that customer, which replaces an earlier booking that is still open. */
export async function bookAgain(
  request: APIRequestContext,
  email: string,
  fields: Record<string, unknown>,
): Promise<void> {
  const signedIn = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email, password: PASSWORD },
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const answer = await request.post("/rest/v1/bookings", {
    headers: { apikey: "anon", authorization: `Bearer ${access_token}` },
    data: { campus_id: 2, first_name: "Maya", last_name: "Chen", email, ...fields },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Opens a page as somebody who is signed in there already; the form has journeys of its own. */
export async function openSignedIn(
  page: Page,
  path: string,
  email: string,
  password = PASSWORD,
): Promise<void> {
  const answer = await page.request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email, password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const session = { "sb-summerstow-auth-token": await answer.text() };
  const stored = await store(page.context(), session);
  await page.goto(path);
  // A journey may empty the storage later on.
  await stored.dispose();
}

/** Signs in on the page that is open, which must be /auth. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await test.step(`sign in as ${email}`, async () => {
    await page.getByRole("tab", { name: "Email" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
  });
}
