import type { Customer } from "@api/users";

/** What the edit form holds, as typed. */
export type CustomerForm = Record<"full_name" | "customer_id" | "email", string>;
export type CustomerErrors = Partial<CustomerForm>;

// The same forms as the server's columns take (schema: users).
const CUSTOMER_ID = /^[A-Z0-9][A-Z0-9-]{1,31}$/;
const EMAIL = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[^\s@<>"(),:;.]+$/;
const MAX_NAME = 200;
const MAX_EMAIL = 255;

/** The form for a customer as stored. */
export function formOf(customer: Customer): CustomerForm {
  return {
    full_name: customer.full_name ?? "",
    customer_id: customer.customer_id,
    email: customer.email ?? "",
  };
}

/** What is wrong with the form, field by field; empty when it can be sent. */
export function customerErrors(form: CustomerForm): CustomerErrors {
  const errors: CustomerErrors = {};
  if (form.full_name.trim().length > MAX_NAME) errors.full_name = "Use at most 200 characters.";
  if (!CUSTOMER_ID.test(idOfForm(form)))
    errors.customer_id = "Use 2 to 32 capital letters, digits and hyphens.";
  const email = form.email.trim();
  if (email && (email.length > MAX_EMAIL || !EMAIL.test(email)))
    errors.email = "Enter an email address like name@example.com.";
  return errors;
}

/** The change to send: trimmed, the ID in capitals, an empty name or address as none. */
export function customerChange(form: CustomerForm) {
  return {
    full_name: form.full_name.trim() || null,
    customer_id: idOfForm(form),
    email: form.email.trim() || null,
  };
}

function idOfForm(form: CustomerForm): string {
  return form.customer_id.trim().toUpperCase();
}
