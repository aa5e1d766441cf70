import { awaitsSecondFactor, claimsOf } from "@lib/auth/assurance";
import type { Factor, User } from "@supabase/auth-js";
import { expect, it } from "vitest";

function token(claims: object): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `header.${payload}.signature`;
}

function session(aal: string, ...statuses: Factor["status"][]) {
  const factors = statuses.map((status) => ({ status }) as Factor);
  return { access_token: token({ aal }), user: { factors } as User };
}

it("asks for the second factor that an account has and the session has not shown", () => {
  expect(awaitsSecondFactor(session("aal1", "unverified", "verified"))).toBe(true);
  expect(awaitsSecondFactor(session("aal2", "verified"))).toBe(false);
  expect(awaitsSecondFactor(session("aal1", "unverified"))).toBe(false);
  expect(awaitsSecondFactor({ access_token: token({ aal: "aal1" }), user: {} as User })).toBe(
    false,
  );
});

it("takes an unreadable token for one that has shown nothing", () => {
  const { user } = session("aal2", "verified");
  expect(awaitsSecondFactor({ access_token: "not-a-token", user })).toBe(true);
  expect(claimsOf("not-a-token")).toEqual({});
});

it("reads names beyond ASCII", () => {
  expect(claimsOf(token({ name: "Zoë 李" }))).toEqual({ name: "Zoë 李" });
});
