import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatCents } from "../../lib/format/money.ts";
import { listThatHolds } from "../../lib/site/price-list.ts";

/** The price list that holds: journeys name amounts by it, so that a new price changes no test. */

const facts = fileURLToPath(new URL("../../../summerstow/facts/", import.meta.url));
const list = `${facts}pricing/${listThatHolds(readdirSync(`${facts}pricing`), new Date())}`;
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

interface Bundle {
  id: string;
  name: string;
  monthly_cents: number;
  items_min: number;
  items_max: number;
  items_range: string;
  price_per_item: string;
}
interface Range {
  min: number;
  max: number;
}

export const pricing: {
  bundles: Bundle[];
  single_item_monthly_cents: number;
  supplies_deposit_cents: number;
  referral_credit_cents: number;
  alternative_delivery_date_cents: number;
  add_ons: { price: string }[];
  split_example: string;
} = read(`${list}/pricing.json`);

export const terms: {
  heavy_box_surcharge_percent: number;
  missed_pickup_cents: Range;
  location_change: Range;
  labeling_fee_cents_per_item: number;
  outside_radius: { min_cents: number; cents_per_mile: number };
  out_of_window_cents: Range;
  late_cancellation: { cents: number };
  failed_delivery_pickup_cents: Range;
  insurance: {
    monthly_cents_per_unit: number;
    unit_cents: number;
    max_item_cents: number;
    max_customer_cents: number;
  };
} = read(`${list}/terms.json`);

const {
  taxes: [tax],
}: { taxes: [{ basis_points: number }] } = read(`${facts}taxes.json`);

/** Cents as people read them: "$105". */
export const dollars = formatCents;

/** "$50-$250". */
export const range = ({ min, max }: Range) => `${dollars(min)}-${dollars(max)}`;

/** Cents with the tax on them. */
export const taxed = (cents: number) => cents + Math.round((cents * tax.basis_points) / 10_000);

/** A bundle of the list by its id. */
export function bundle(id: string): Bundle {
  const found = pricing.bundles.find((one) => one.id === id);
  if (!found) throw new Error(`no bundle ${id}`);
  return found;
}
