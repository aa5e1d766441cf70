import type { BookingItem, SaidItem } from "@api/bookings/items";
import { filled } from "@lib/forms/schema";
import * as z from "zod/mini";

/** How many like items are added in one go. */
const MOST_AT_ONCE = 20;
export const LONGEST = 120;

/** What the form of an item says; dollars as typed become cents, the count a number. */
export const itemSchema = z.object({
  kind: z.string(),
  description: filled("Say what it is"),
  count: z.pipe(
    z.string(),
    z.transform((typed, { issues }) => {
      const count = Number(typed);
      if (!Number.isInteger(count) || count < 1 || count > MOST_AT_ONCE)
        issues.push({
          code: "custom",
          message: `A number from 1 to ${MOST_AT_ONCE}`,
          input: typed,
        });
      return count;
    }),
  ),
  boxed: z.boolean(),
  over_50_lb: z.boolean(),
  declared: z.pipe(
    z.string(),
    z.transform((typed, { issues }) => {
      const cents = Math.round(Number(typed.trim() || 0) * 100);
      if (!Number.isFinite(cents) || cents < 0)
        issues.push({ code: "custom", message: "An amount in dollars", input: typed });
      return cents;
    }),
  ),
});

export type TypedItem = z.input<typeof itemSchema>;
export type CheckedItem = z.output<typeof itemSchema>;

/** The form as an item stands; a new one is one box. */
export function typedItem(item: BookingItem | undefined): TypedItem {
  return {
    kind: item?.kind ?? "box",
    description: item?.description ?? "",
    count: "1",
    boxed: item?.boxed ?? true,
    over_50_lb: item?.heavy ?? false,
    declared: item?.declared_value_cents ? String(item.declared_value_cents / 100) : "",
  };
}

/** What is said of each item. */
export function saidOf({ declared, count: _, ...said }: CheckedItem): SaidItem {
  return { ...said, declared_value_cents: declared };
}
