import booking from "@facts/booking.json";
import * as z from "zod/mini";
import { CODE_LENGTH } from "./mailed-code";

export const trimmed = z.string().check(z.trim());

/** Text that may not be empty. */
export const filled = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

export const SHORT_CODE = "Enter all six digits";

/** The digits of a code that was sent. */
export const codeSchema = z.object({
  code: z.string().check(z.minLength(CODE_LENGTH, SHORT_CODE)),
});

/** A rule about all values, reported at one field; the rules after it are not looked at. */
export function rule<Values>(
  holds: (values: NoInfer<Values>) => unknown,
  field: keyof NoInfer<Values> & string,
  error: string,
) {
  return z.refine<Values>(holds, { path: [field], error, abort: true });
}

export const longEnough = rule<{ password: string }>(
  ({ password }) => password.length >= booking.password_min_length,
  "password",
  `Password must be at least ${booking.password_min_length} characters long`,
);
