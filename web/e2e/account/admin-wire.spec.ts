import { expect, test } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { newAddress, PASSWORD } from "../support/customer-accounts";

/** `auth.admin` of the unmodified JavaScript client, and key sets; from Node, no page between. */

function client(baseURL: string | undefined, key: string): SupabaseClient {
  if (!baseURL) throw new Error("the product's address is not known");
  return createClient(baseURL, key, { auth: { autoRefreshToken: false, persistSession: false } });
}

test("the service key keeps an account from its making to its end", async ({ baseURL }) => {
  const { admin } = client(baseURL, "demo-service-key").auth;
  const person = client(baseURL, "anon");
  const email = newAddress("kept");
  const made = await admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Kim Kept" },
  });
  expect(made.error).toBeNull();
  const id = made.data.user?.id ?? "";
  expect((await admin.getUserById(id)).data.user).toEqual(made.data.user);

  const listed = await admin.listUsers({ page: 1, perPage: 1 });
  expect(listed.error).toBeNull();
  expect(listed.data.users).toHaveLength(1);
  expect(listed.data).toMatchObject({ aud: "authenticated", nextPage: 2 });
  expect("total" in listed.data && listed.data.total).toBeGreaterThan(1);

  const signedIn = await person.auth.signInWithPassword({ email, password: PASSWORD });
  expect(signedIn.error).toBeNull();
  const claims = await person.auth.getClaims();
  expect(claims.data?.header).toMatchObject({ alg: "ES256" });
  expect(claims.data?.claims.sub).toBe(id);

  const banned = await admin.updateUserById(id, { ban_duration: "24h" });
  expect(banned.error).toBeNull();
  expect((await person.auth.getUser()).error?.code).toBe("user_banned");
  await admin.updateUserById(id, { ban_duration: "none" });
  const again = await person.auth.signInWithPassword({ email, password: PASSWORD });
  expect((await admin.signOut(again.data.session?.access_token ?? "")).error).toBeNull();
  expect((await person.auth.getUser()).error?.name).toBe("AuthSessionMissingError");

  const taken = await admin.createUser({ email });
  expect(taken.error?.code).toBe("email_exists");
  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error).toMatchObject({
    status: 404,
    code: "user_not_found",
  });
});

test("a generated link opens the account, and no other key makes one", async ({ baseURL }) => {
  const email = newAddress("linked");
  const person = client(baseURL, "anon");
  const refused = await person.auth.admin.generateLink({ type: "magiclink", email });
  expect(refused.error).toMatchObject({ status: 403, code: "not_admin" });
  const { admin } = client(baseURL, "demo-service-key").auth;
  const link = await admin.generateLink({ type: "magiclink", email });
  expect(link.error).toBeNull();
  const token_hash = link.data.properties?.hashed_token ?? "";
  const opened = await person.auth.verifyOtp({ type: "email", token_hash });
  expect(opened.error).toBeNull();
  expect(opened.data.user?.email).toBe(email);
});
