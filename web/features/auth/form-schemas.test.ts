import { describe, expect, it } from "vitest";
import type { ZodMiniType } from "zod/mini";
import { newPasswordSchema, signInSchema, signUpSchema } from "./form-schemas";

/** The field that takes the focus, and what is said at it; null for values that may be sent. */
function refusal(schema: ZodMiniType, values: object) {
  const issues = schema.safeParse(values).error?.issues ?? [];
  expect(issues.length, "one message at a time").toBeLessThan(2);
  return issues[0] ? { field: issues[0].path.join("."), message: issues[0].message } : null;
}

const refuseSignUp = (values: object) => refusal(signUpSchema, values);
const refuseSignIn = (values: object) => refusal(signInSchema, values);
const refuseNewPassword = (values: object, signedIn: boolean) =>
  refusal(newPasswordSchema(signedIn), values);

const good = {
  fullName: "Maya Chen",
  email: "maya@example.com",
  password: "boxes-and-tape",
  confirmPassword: "boxes-and-tape",
};

describe("signing up", () => {
  it("accepts a name, an address and two equal passwords of six characters", () => {
    expect(refuseSignUp(good)).toBeNull();
    expect(refuseSignUp({ ...good, password: "sixsix", confirmPassword: "sixsix" })).toBeNull();
  });

  it.each(["fullName", "email", "password"] as const)(
    "asks for %s before anything else",
    (field) => {
      const refusal = refuseSignUp({ ...good, confirmPassword: "other", [field]: "" });
      expect(refusal).toEqual({ field, message: "Name, email and password are required" });
    },
  );

  it("says that the passwords differ before it says that they are short", () => {
    expect(refuseSignUp({ ...good, password: "abc", confirmPassword: "abd" })).toEqual({
      field: "confirmPassword",
      message: "Passwords do not match",
    });
    expect(refuseSignUp({ ...good, password: "abc", confirmPassword: "abc" })).toEqual({
      field: "password",
      message: "Password must be at least 6 characters long",
    });
  });
});

describe("signing in", () => {
  it("needs an address and a password", () => {
    const message = "You must provide either an email or phone number and a password";
    expect(refuseSignIn({ email: "  ", password: "x" })).toEqual({ field: "email", message });
    expect(refuseSignIn({ email: "maya@example.com", password: "" })).toEqual({
      field: "password",
      message,
    });
    expect(refuseSignIn({ email: "maya@example.com", password: "x" })).toBeNull();
  });
});

describe("a new password", () => {
  const proof = { email: "maya@example.com", code: "123456", password: "sixsix" };

  it("needs address and code where there is no session", () => {
    expect(refuseNewPassword(proof, false)).toBeNull();
    expect(refuseNewPassword({ ...proof, email: "" }, false)?.field).toBe("email");
    expect(refuseNewPassword({ ...proof, code: "12345" }, false)?.field).toBe("code");
    expect(refuseNewPassword({ email: "", code: "", password: "sixsix" }, true)).toBeNull();
  });

  it("needs six characters, and eight for staff", () => {
    expect(refuseNewPassword({ ...proof, password: "five5" }, true)?.message).toBe(
      "Password must be at least 6 characters long",
    );
    expect(refusal(newPasswordSchema(true, true), proof)?.message).toBe(
      "Password must be at least 8 characters long",
    );
  });
});
