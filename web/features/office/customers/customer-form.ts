import type { Customer } from "@api/customers/users";
import { email, mailAddress } from "@lib/forms/email";
import { filled } from "@lib/forms/schema";
import * as z from "zod/mini";

// The same forms as the server's columns take (schema: users).
const CUSTOMER_ID = /^[A-Z0-9][A-Z0-9-]{1,31}$/;
const MAX_NAME = 200;
const MAX_EMAIL = 255;

const orNone = z.transform((text: string) => (text ? mailAddress(text) : null));
const WRONG_EMAIL = "Enter an email address like name@example.com.";

/** The edit form, and the change to send: trimmed, the ID in capitals, no address as none. */
export const customerSchema = z.object({
  full_name: filled("Please enter a name.").check(
    z.maxLength(MAX_NAME, `Use at most ${MAX_NAME} characters.`),
  ),
  customer_id: z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.regex(CUSTOMER_ID, "Use 2 to 32 capital letters, digits and hyphens."),
    ),
  email: z.pipe(
    z.string().check(z.trim(), z.maxLength(MAX_EMAIL, WRONG_EMAIL), email(WRONG_EMAIL)),
    orNone,
  ),
});
export type CustomerForm = z.input<typeof customerSchema>;
export type CustomerChange = z.output<typeof customerSchema>;

/** The form for a customer as stored. */
export function formOf(customer: Customer): CustomerForm {
  return {
    full_name: customer.full_name ?? "",
    customer_id: customer.customer_id,
    email: customer.email ?? "",
  };
}
