import type { Profile } from "@lib/profile";
import type { SessionState } from "@lib/session";
import { describe, expect, it } from "vitest";
import { callbackProblem, landing } from "./callback-outcome";

const signedIn = (role: Profile["role"], provisional = false) =>
  ({ status: "signed-in", user: {}, profile: { role }, provisional }) as unknown as SessionState;

describe("the address of the callback", () => {
  it("tells a used or expired link from other refusals, in fragment and query", () => {
    const expired =
      "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=";
    expect(callbackProblem({ hash: `#${expired}`, search: "" })).toBe("expired");
    expect(callbackProblem({ hash: "", search: `?${expired}` })).toBe("expired");
    expect(callbackProblem({ hash: "#error=server_error", search: "" })).toBe("refused");
  });

  it("has no problem with a session", () => {
    expect(callbackProblem({ hash: "#access_token=a&refresh_token=b", search: "" })).toBeNull();
    expect(callbackProblem({ hash: "", search: "" })).toBeNull();
  });
});

describe("landing", () => {
  it("is the admin dashboard for staff and the customer dashboard for everyone else", () => {
    expect(landing(signedIn("admin"))).toBe("/admin-dashboard");
    expect(landing(signedIn("executive"))).toBe("/admin-dashboard");
    expect(landing(signedIn("worker"))).toBe("/admin-dashboard");
    expect(landing(signedIn("customer"))).toBe("/customer-dashboard");
  });

  it("waits while the role is not known", () => {
    expect(landing(signedIn("customer", true))).toBeNull();
    expect(
      landing({ status: "signed-out", user: null, profile: null, provisional: false }),
    ).toBeNull();
  });
});
