import type { Profile } from "@lib/auth/profile";
import type { SessionState } from "@lib/auth/session";
import { describe, expect, it } from "vitest";
import {
  callbackFlow,
  callbackProblem,
  isHalfDone,
  landing,
  problemAdvice,
  problemIn,
} from "./callback-outcome";

const signedIn = (role: Profile["role"], provisional = false) =>
  ({ status: "signed-in", user: {}, profile: { role }, provisional }) as unknown as SessionState;

describe("the address of the callback", () => {
  it("tells a used or expired link from other refusals, in fragment and query", () => {
    const expired =
      "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=";
    expect(callbackProblem({ hash: `#${expired}`, search: "" })).toEqual({ kind: "expired" });
    expect(callbackProblem({ hash: "", search: `?${expired}` })).toEqual({ kind: "expired" });
    expect(callbackProblem({ hash: "#error=server_error", search: "" })).toEqual({
      kind: "refused",
    });
    expect(callbackProblem({ hash: "#error=x&error_code=user_banned", search: "" })).toEqual({
      kind: "refused",
      code: "user_banned",
    });
  });

  it("has no problem with a session", () => {
    expect(callbackProblem({ hash: "#access_token=a&refresh_token=b", search: "" })).toBeNull();
    expect(callbackProblem({ hash: "", search: "?flow=link" })).toBeNull();
  });

  it("sends a code of another browser back there", () => {
    expect(callbackProblem({ hash: "", search: "?code=abc" })).toEqual({ kind: "elsewhere" });
  });

  it("knows the first half of an e-mail change and the flow that asked", () => {
    const message = "#message=Confirmation+link+accepted.&sb=";
    expect(isHalfDone({ hash: message, search: "?flow=email_change" })).toBe(true);
    expect(isHalfDone({ hash: "#access_token=a", search: "" })).toBe(false);
    expect(callbackFlow({ search: "?flow=email_change" })).toBe("email_change");
    expect(callbackFlow({ search: "?flow=anything" })).toBeNull();
  });
});

describe("the advice", () => {
  it("goes by the code and never repeats the address's own words", () => {
    expect(problemAdvice({ kind: "refused", code: "user_banned" })).toContain("locked");
    expect(problemAdvice({ kind: "refused", code: "Call+this+number" })).toBe(
      "Nothing was changed. Sign in below, or start over with a new link.",
    );
  });

  it("takes only problems it knows from another page", () => {
    expect(problemIn({ problem: { kind: "expired" } })).toEqual({ kind: "expired" });
    expect(problemIn({ problem: { kind: "other" } })).toBeNull();
    expect(problemIn({ from: {} })).toBeNull();
  });
});

describe("landing", () => {
  it("is the admin dashboard for staff and the customer dashboard for everyone else", () => {
    expect(landing(signedIn("admin"))).toBe("/admin-dashboard");
    expect(landing(signedIn("executive"))).toBe("/admin-dashboard");
    expect(landing(signedIn("worker"))).toBe("/admin-dashboard");
    expect(landing(signedIn("customer"))).toBe("/customer-dashboard");
  });

  it("waits while the role is not known, and while the second factor is to come", () => {
    expect(landing(signedIn("customer", true))).toBeNull();
    const nobody = { user: null, profile: null, provisional: false } as const;
    expect(landing({ ...nobody, status: "signed-out" })).toBeNull();
    expect(landing({ ...signedIn("admin"), status: "second-factor" } as SessionState)).toBeNull();
  });
});
