import { dataOf, type Rest, rest } from "@api/client";
import type { Row, Update } from "@api/database.types";

export type Customer = Pick<Row<"users">, "id" | "full_name" | "customer_id" | "email">;

export const userKeys = {
  customers: ["users", "customers"] as const,
};

const CUSTOMER = "id, full_name, customer_id, email";

/** Changes a profile: executives everybody's, others their own full_name. */
export function changeUser(
  id: string,
  change: Pick<Update<"users">, "full_name" | "customer_id" | "email">,
  via: Rest = rest(),
): Promise<Customer> {
  return dataOf(via.from("users").update(change).eq("id", id).select(CUSTOMER).single());
}
