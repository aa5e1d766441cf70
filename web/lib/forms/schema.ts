import booking from "@facts/booking.json";
import { CODE_LENGTH } from "@lib/auth/mailed-code";
import * as z from "zod/mini";
import { amountError, centsOf } from "./money-typed";

export const trimmed = z.string().check(z.trim());

/** Text that may not be empty, or of at least so many characters. */
export const filled = (message: string, least = 1) =>
  z.string().check(z.trim(), z.minLength(least, message));

/** Dollars as people type them, which become cents, at most so many; `nothing` is how 0 is typed. */
export const dollars = (most?: number, nothing?: string) =>
  z.pipe(
    z.string(),
    z.transform((typed, { issues }) => {
      if (typed.trim() === nothing) return 0;
      const message = amountError(typed, most);
      if (message) issues.push({ code: "custom", message, input: typed });
      return centsOf(typed) ?? 0;
    }),
  );

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

const leastCharacters = (staff: boolean) =>
  staff ? booking.staff_password_min_length : booking.password_min_length;

/** What a field for a new password says below its label. */
export const passwordHint = (staff = false) => `At least ${leastCharacters(staff)} characters`;

export const longEnough = (staff = false) =>
  rule<{ password: string }>(
    ({ password }) => password.length >= leastCharacters(staff),
    "password",
    `Password must be at least ${leastCharacters(staff)} characters long`,
  );
