import { describe, expect, it } from "vitest";
import { isUnconfirmed, signInMessage, signUpMessage } from "./auth-failure";

describe("a failed sign-in", () => {
  it("says what the server said", () => {
    expect(
      signInMessage({ message: "Invalid login credentials", code: "invalid_credentials" }),
    ).toBe("Invalid login credentials");
  });

  it("falls back to its own words where the server said nothing", () => {
    expect(signInMessage({ message: "" })).toBe(
      "Failed to sign in. Please check your credentials.",
    );
    expect(signInMessage({ message: "{}" })).toBe(
      "Failed to sign in. Please check your credentials.",
    );
  });

  it("does not blame the credentials when the server is away", () => {
    expect(
      signInMessage({ name: "AuthRetryableFetchError", message: "Failed to fetch", status: 0 }),
    ).toBe("We can't reach the server right now. Please try again in a moment.");
  });

  it("tells an unconfirmed address from a wrong password", () => {
    expect(isUnconfirmed({ code: "email_not_confirmed" })).toBe(true);
    expect(isUnconfirmed({ code: "invalid_credentials" })).toBe(false);
  });
});

describe("a failed sign-up", () => {
  it("explains every reason why a password is weak", () => {
    expect(
      signUpMessage({
        message: "Password is known to be weak and easy to guess, please choose a different one.",
        code: "weak_password",
        reasons: ["pwned", "unheard-of"],
      }),
    ).toBe(
      "Password is known to be weak and easy to guess, please choose a different one. " +
        "It is on public lists of common or leaked passwords, so it is quickly guessed.",
    );
  });

  it("falls back to its own words", () => {
    expect(signUpMessage({})).toBe("Failed to create account. Please try again.");
  });
});
