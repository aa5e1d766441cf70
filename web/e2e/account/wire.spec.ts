import { expect, test } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { landing, linkMailedTo, newAddress, PASSWORD } from "../support/customer-accounts";

/** The unmodified JavaScript client over the wire, from Node: no page, no code of ours between. */

function client(baseURL: string | undefined, flowType: "implicit" | "pkce"): SupabaseClient {
  if (!baseURL) throw new Error("the product's address is not known");
  return createClient(baseURL, "anon", { auth: { flowType, autoRefreshToken: false } });
}

function day(after: number): string {
  return new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);
}

async function signUp(maya: SupabaseClient, email: string): Promise<void> {
  const { data, error } = await maya.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: "Maya Chen" } },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user?.identities).toHaveLength(1);
}

test.describe("a new address is confirmed", () => {
  test("by the six digits in the mail", async ({ baseURL, request }) => {
    const maya = client(baseURL, "implicit");
    const email = newAddress("digits");
    await signUp(maya, email);
    await linkMailedTo(request, email);
    const mails = await request.get(`/dev/mailbox.json?to=${email}`);
    const [mail] = (await mails.json()) as { text: string }[];
    const token = mail?.text.match(/\b\d{6}\b/)?.[0] ?? "";
    const { data, error } = await maya.auth.verifyOtp({ email, token, type: "signup" });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.session?.token_type).toBe("bearer");
  });

  test("by the link, whose fragment holds the session", async ({ baseURL, request }) => {
    const maya = client(baseURL, "implicit");
    const email = newAddress("link");
    await signUp(maya, email);
    const { hash } = await landing(await linkMailedTo(request, email));
    const found = new URLSearchParams(hash.slice(1));
    const { data, error } = await maya.auth.setSession({
      access_token: found.get("access_token") ?? "",
      refresh_token: found.get("refresh_token") ?? "",
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test("by the link with a code, where the client asked for one", async ({ baseURL, request }) => {
    const maya = client(baseURL, "pkce");
    const email = newAddress("pkce");
    await signUp(maya, email);
    const { searchParams } = await landing(await linkMailedTo(request, email));
    const { data, error } = await maya.auth.exchangeCodeForSession(searchParams.get("code") ?? "");
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });
});

test("sign in, refresh, read, book, change the dates, sign out", async ({ baseURL, request }) => {
  const maya = client(baseURL, "pkce");
  const email = newAddress("life");
  await signUp(maya, email);
  const link = await linkMailedTo(request, email);
  const booking = { campus_id: 1, first_name: "Maya", last_name: "Chen", email };
  // Before the address is confirmed there is no session: the wizard books as a guest.
  expect((await maya.from("bookings").insert(booking)).error).toBeNull();
  const { searchParams } = await landing(link);
  await maya.auth.exchangeCodeForSession(searchParams.get("code") ?? "");
  await maya.auth.signOut();

  const signedIn = await maya.auth.signInWithPassword({ email, password: PASSWORD });
  expect(signedIn.error).toBeNull();
  const refreshed = await maya.auth.refreshSession();
  expect(refreshed.error).toBeNull();
  const session = refreshed.data.session;
  expect(session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token);
  const claims = await maya.auth.getClaims();
  expect(claims.data?.claims.sub).toBe(session?.user.id);

  const own = await maya
    .from("bookings")
    .select("user_id,email,campus:campuses(campus,university,country)")
    .single();
  expect(own.error).toBeNull();
  expect(own.data).toEqual({
    user_id: session?.user.id,
    email,
    campus: {
      campus: "Vancouver Campus",
      university: "University of British Columbia",
      country: "Canada",
    },
  });

  const made = await maya
    .from("bookings")
    .insert({ ...booking, user_id: session?.user.id, campus_id: 2, pickup_date: day(201) })
    .select()
    .single<{ id: string; status: string }>();
  expect(made.error).toBeNull();
  expect(made.data?.status).toBe("pending");
  const changed = await maya
    .from("bookings")
    .update({ pickup_date: day(202), return_delivery_date: day(300) })
    .eq("id", made.data?.id ?? "")
    .select("pickup_date,return_delivery_date");
  expect(changed.data).toEqual([{ pickup_date: day(202), return_delivery_date: day(300) }]);
  const total = await maya.from("bookings").select("*", { count: "exact", head: true });
  expect(total.count).toBe(2);

  expect((await maya.auth.signOut()).error).toBeNull();
  expect((await maya.auth.getSession()).data.session).toBeNull();
  const headers = { apikey: "anon", authorization: `Bearer ${session?.access_token}` };
  await expect
    .poll(async () => (await request.get("/rest/v1/bookings", { headers })).status())
    .toBe(401);
  const signedOut = await maya.from("bookings").select("*");
  expect(signedOut.error?.code).toBe("42501");
  expect((await maya.from("campuses").select("*")).data).toHaveLength(3);
});

test("errors arrive with their codes", async ({ baseURL }) => {
  const maya = client(baseURL, "implicit");
  const wrong = await maya.auth.signInWithPassword({ email: "nobody@journey.test", password: "x" });
  expect(wrong.error?.code).toBe("invalid_credentials");
  const weak = await maya.auth.signUp({ email: newAddress("weak"), password: "12345" });
  expect(weak.error?.code).toBe("weak_password");
  const table = await maya.from("no_such_table").select("*");
  expect([table.status, table.error?.code]).toEqual([404, "PGRST205"]);
});
