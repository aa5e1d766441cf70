import { describe, expect, it } from "vitest";
import { returnTo } from "./return-to";

describe("after signing in", () => {
  it("goes back to the page that asked, with its query", () => {
    const from = { pathname: "/admin-dashboard", search: "?tab=pickups", hash: "#now", key: "x" };
    expect(returnTo({ from })).toBe("/admin-dashboard?tab=pickups#now");
  });

  it("goes to /dashboard when no page asked", () => {
    expect(returnTo(null)).toBe("/dashboard");
    expect(returnTo({ from: "/book" })).toBe("/dashboard");
  });

  it("never goes to another site or round in a circle", () => {
    expect(returnTo({ from: { pathname: "//evil.example" } })).toBe("/dashboard");
    expect(returnTo({ from: { pathname: "/\\evil.example" } })).toBe("/dashboard");
    expect(returnTo({ from: { pathname: "/auth" } })).toBe("/dashboard");
    expect(returnTo({ from: { pathname: "/auth/callback" } })).toBe("/dashboard");
  });
});
