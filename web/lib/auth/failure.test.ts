import { failureWords, isUnconfirmed, SIGN_IN_FAILED, SIGN_UP_FAILED } from "@lib/auth/failure";
import { describe, expect, it } from "vitest";

const signIn = (failure: Parameters<typeof failureWords>[0]) =>
  failureWords(failure, SIGN_IN_FAILED);

describe("a failed sign-in", () => {
  it("says what the server said", () => {
    expect(signIn({ message: "Invalid login credentials", code: "invalid_credentials" })).toBe(
      "Invalid login credentials",
    );
  });

  it("falls back to its own words where the server said nothing", () => {
    expect(signIn({ message: "" })).toBe("Failed to sign in. Please check your credentials.");
    expect(signIn({ message: "{}" })).toBe("Failed to sign in. Please check your credentials.");
  });

  it("does not blame the credentials when the server is away", () => {
    const away = { name: "AuthRetryableFetchError", message: "Failed to fetch", status: 0 };
    expect(signIn(away)).toBe("We can't reach the server right now. Please try again in a moment.");
  });

  it("tells an unconfirmed address from a wrong password", () => {
    expect(isUnconfirmed({ code: "email_not_confirmed" })).toBe(true);
    expect(isUnconfirmed({ code: "invalid_credentials" })).toBe(false);
  });

  it("tells a locked account whom to write to", () => {
    expect(signIn({ message: "User is banned", code: "user_banned" })).toMatch(
      /locked\. Write to \S+@/,
    );
  });

  it("knows a session that is gone, with its code or without", () => {
    const gone = "You have been signed out. Sign in again to go on.";
    expect(signIn({ code: "session_not_found", message: "x" })).toBe(gone);
    expect(signIn({ name: "AuthSessionMissingError", message: "Auth session missing!" })).toBe(
      gone,
    );
  });
});

describe("a failed sign-up", () => {
  it("explains every reason why a password is weak", () => {
    const weak = {
      message: "Password is known to be weak and easy to guess, please choose a different one.",
      code: "weak_password",
      reasons: ["length", "pwned", "unheard-of"],
    };
    expect(failureWords(weak, SIGN_UP_FAILED)).toBe(
      "Password is known to be weak and easy to guess, please choose a different one. " +
        "Make it longer. " +
        "It is on public lists of common or leaked passwords, so it is quickly guessed.",
    );
  });

  it("falls back to its own words", () => {
    expect(failureWords({}, SIGN_UP_FAILED)).toBe("Failed to create account. Please try again.");
  });
});
