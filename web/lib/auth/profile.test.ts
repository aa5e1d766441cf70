import { isStaff, profileOfUser, splitName } from "@lib/auth/profile";
import type { User } from "@supabase/auth-js";
import { describe, expect, it } from "vitest";

function user(metadata: Record<string, unknown>): User {
  return {
    id: "7d0f6f5e-0d2c-4c3c-9b3e-0a1b2c3d4e5f",
    aud: "authenticated",
    email: "maya@example.test",
    app_metadata: {},
    user_metadata: metadata,
    created_at: "2026-11-21T00:00:00Z",
  };
}

describe("names", () => {
  it("are split after the first word", () => {
    expect(splitName("  Maya  Lin Chen ")).toEqual({ first_name: "Maya", last_name: "Lin Chen" });
    expect(splitName("Maya")).toEqual({ first_name: "Maya", last_name: "" });
    expect(splitName(null)).toEqual({ first_name: "", last_name: "" });
  });
});

describe("a derived profile", () => {
  it("takes the name from the account", () => {
    expect(profileOfUser(user({ full_name: "Maya Chen" }))).toMatchObject({
      full_name: "Maya Chen",
      first_name: "Maya",
      last_name: "Chen",
      customer_id: null,
    });
    expect(profileOfUser(user({ name: "Maya C" })).last_name).toBe("C");
  });

  it("is an admin's where the server has listed the address", () => {
    const listed = { ...user({}), app_metadata: { role: "admin" } };
    expect(profileOfUser(listed).role).toBe("admin");
    expect(profileOfUser({ ...user({}), app_metadata: { role: "executive" } }).role).toBe(
      "customer",
    );
  });

  it("never makes anybody staff, whatever the account says of itself", () => {
    expect(isStaff(profileOfUser(user({ role: "admin" })))).toBe(false);
  });
});

it("staff are admin, executive and worker", () => {
  const roles = ["admin", "executive", "worker", "customer"] as const;
  expect(roles.filter((role) => isStaff({ role }))).toEqual(["admin", "executive", "worker"]);
});
