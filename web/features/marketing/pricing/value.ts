import { pricing } from "@lib/site/published";

export type Bundle = (typeof pricing.bundles)[number];

/** What a bundle is worth against single items, in cents a month. */
export interface Value {
  /** The price of as many single items. */
  singles: number;
  bundle: number;
  /** What the bundle saves; null where single items cost the same or less. */
  saved: number | null;
  /** The saving as whole percent of the single items' price, halves up; null as above. */
  percent: number | null;
}

/** A bundle with this many items beside the same number of single items. */
export function bundleValue(bundle: Bundle, items: number): Value {
  const singles = items * pricing.single_item_monthly_cents;
  const saved = singles - bundle.monthly_cents;
  if (saved <= 0) return { singles, bundle: bundle.monthly_cents, saved: null, percent: null };
  return {
    singles,
    bundle: bundle.monthly_cents,
    saved,
    percent: Math.floor((saved * 100) / singles + 0.5),
  };
}

/** The fewest items within the bundle's range at which it saves; null where it never does. */
export function savesFrom(bundle: Bundle): number | null {
  for (let items = bundle.items_min; items <= bundle.items_max; items += 1) {
    if (bundleValue(bundle, items).saved !== null) return items;
  }
  return null;
}

/** Shares of the monthly price in cents that add up to it exactly; the first ones carry the rest. */
export function shares(bundle: Bundle, friends: number): number[] {
  const base = Math.floor(bundle.monthly_cents / friends);
  const rest = bundle.monthly_cents - base * friends;
  return Array.from({ length: friends }, (_, index) => base + (index < rest ? 1 : 0));
}
