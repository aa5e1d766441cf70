import type { Answers } from "@features/booking/answers/answers";
import { pricing } from "@lib/site/published";

/** The plan in words for the review and the staff; null while it is open. */
export function planNoteOf({ plan, items, split }: Pick<Answers, "plan" | "items" | "split">) {
  if (plan === "single_items") return `Single items (${items ?? 1})`;
  const bundle = pricing.bundles.find(({ id }) => id === plan);
  if (!bundle) return items ? `About ${items} items` : null;
  return `${bundle.name} (${items ?? bundle.items_range} items)${split ? ", split with friends" : ""}`;
}
