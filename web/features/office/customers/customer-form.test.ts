import { describe, expect, it } from "vitest";
import { type CustomerForm, customerSchema, formOf } from "./customer-form";

const customerChange = (form: CustomerForm) => customerSchema.parse(form);
const customerErrors = (form: CustomerForm) =>
  Object.fromEntries(
    (customerSchema.safeParse(form).error?.issues ?? []).map(({ path, message }) => [
      path.join("."),
      message,
    ]),
  );

const ana = { full_name: "Ana Silva", customer_id: "SS-7K4QX", email: "ana@example.com" };

describe("editing a customer", () => {
  it("starts from what is stored", () => {
    const stored = { id: "1", full_name: null, customer_id: "SS-7K4QX", email: null };
    expect(formOf(stored)).toEqual({ full_name: "", customer_id: "SS-7K4QX", email: "" });
  });

  it("sends trimmed values, the ID in capitals, no address as none", () => {
    expect(customerChange({ full_name: "  Ana  ", customer_id: " ss-7k4qx ", email: " " })).toEqual(
      { full_name: "Ana", customer_id: "SS-7K4QX", email: null },
    );
  });

  it("takes what the server takes", () => {
    expect(customerErrors(ana)).toEqual({});
    expect(customerErrors({ ...ana, email: "" })).toEqual({});
  });

  it("names each field that cannot be stored", () => {
    const errors = customerErrors({
      full_name: "x".repeat(201),
      customer_id: "no spaces",
      email: "ana@example",
    });
    expect(Object.keys(errors)).toEqual(["full_name", "customer_id", "email"]);
    expect(customerErrors({ ...ana, email: "a@b.ca\nbcc:x@y.ca" })).toHaveProperty("email");
    expect(customerErrors({ ...ana, customer_id: "" })).toHaveProperty("customer_id");
    expect(customerErrors({ ...ana, full_name: "  " })).toEqual({
      full_name: "Please enter a name.",
    });
  });
});
