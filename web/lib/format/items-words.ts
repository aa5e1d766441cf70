interface PlannedItems {
  items: number;
  listed: number;
  counted: boolean;
}

/** What the number of items of a plan is: counted, listed, or expected before the list is whole. */
export function itemsWords({ items, listed, counted }: PlannedItems): string {
  if (counted) return "counted by our crew";
  if (listed >= items) return "as you listed them";
  return listed > 0 ? `as you expect, ${listed} listed so far` : "as you expect";
}
