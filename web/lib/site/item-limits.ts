import { terms } from "./published";

/** As many items as the steppers go up to; more is a whole move. */
export const MOST_ITEMS = 60;

/** The most that so many items can be protected for, in dollars. */
export function mostProtection(items: number): number {
  const { max_item_cents, max_customer_cents } = terms.insurance;
  return Math.min(items * max_item_cents, max_customer_cents) / 100;
}
