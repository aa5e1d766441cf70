import { CODE_LENGTH } from "@lib/auth/mailed-code";
import { filled, longEnough, rule, SHORT_CODE, trimmed } from "@lib/forms/schema";
import * as z from "zod/mini";

const NO_ADDRESS = "Enter your email address";
const MISSING = "You must provide either an email or phone number and a password";
const REQUIRED = "Name, email and password are required";

/** One message at a time, in the accounts client's own words. */
export const signInSchema = z.object({ email: trimmed, password: z.string() }).check(
  rule(({ email }) => email, "email", MISSING),
  rule(({ password }) => password, "password", MISSING),
);

/** One message at a time: what is missing, passwords that differ, one that is too short. */
export const signUpSchema = z
  .object({ fullName: trimmed, email: trimmed, password: z.string(), confirmPassword: z.string() })
  .check(
    rule(({ fullName }) => fullName, "fullName", REQUIRED),
    rule(({ email }) => email, "email", REQUIRED),
    rule(({ password }) => password, "password", REQUIRED),
    rule(
      ({ password, confirmPassword }) => password === confirmPassword,
      "confirmPassword",
      "Passwords do not match",
    ),
    longEnough(),
  );

export type SignUpValues = z.infer<typeof signUpSchema>;

export const addressSchema = z.object({ email: filled(NO_ADDRESS) });

/** A new password with its proof, one message at a time; a session needs no proof. */
export const newPasswordSchema = (signedIn: boolean, staff = false) =>
  z.object({ email: trimmed, code: z.string(), password: z.string() }).check(
    rule(({ email }) => signedIn || email, "email", NO_ADDRESS),
    rule(({ code }) => signedIn || code.length === CODE_LENGTH, "code", SHORT_CODE),
    longEnough(staff),
  );
