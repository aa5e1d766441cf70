import booking from "@facts/booking.json";
import { CODE_LENGTH } from "@lib/mailed-code";

export interface SignInValues {
  email: string;
  password: string;
}

export interface SignUpValues extends SignInValues {
  fullName: string;
  confirmPassword: string;
}

export interface NewPasswordValues {
  email: string;
  code: string;
  password: string;
}

/** What is wrong with a form, and the field to go to. */
export interface Refusal<Field extends string> {
  field: Field;
  message: string;
}

/** The first thing missing for signing in, in the accounts client's own words (point 5). */
export function refuseSignIn(values: SignInValues): Refusal<keyof SignInValues> | null {
  const message = "You must provide either an email or phone number and a password";
  if (!values.email.trim()) return { field: "email", message };
  if (!values.password) return { field: "password", message };
  return null;
}

/** The first thing wrong with a sign-up, in the order of point 5: missing, different, too short. */
export function refuseSignUp(values: SignUpValues): Refusal<keyof SignUpValues> | null {
  const required = "Name, email and password are required";
  if (!values.fullName.trim()) return { field: "fullName", message: required };
  if (!values.email.trim()) return { field: "email", message: required };
  if (!values.password) return { field: "password", message: required };
  if (values.password !== values.confirmPassword) {
    return { field: "confirmPassword", message: "Passwords do not match" };
  }
  return refusePassword(values.password);
}

/** The first thing wrong with a new password and its proof; a session needs no address and code. */
export function refuseNewPassword(
  { email, code, password }: NewPasswordValues,
  signedIn: boolean,
): Refusal<keyof NewPasswordValues> | null {
  if (!signedIn && !email) return { field: "email", message: "Enter your email address" };
  if (!signedIn && code.length < CODE_LENGTH) {
    return { field: "code", message: "Enter all six digits" };
  }
  return refusePassword(password);
}

function refusePassword(password: string): Refusal<"password"> | null {
  const least = booking.password_min_length;
  if (password.length >= least) return null;
  return { field: "password", message: `Password must be at least ${least} characters long` };
}
