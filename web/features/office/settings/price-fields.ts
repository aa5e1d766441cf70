import { newId } from "@lib/browser/new-id";
import { formatCents } from "@lib/format/money";
import { centsOf } from "@lib/forms/money-typed";
import type { Extra } from "@lib/site/published";
import * as z from "zod/mini";

/** A value of a price list: `path` is where it stands in the document. */
export interface PriceField {
  path: string;
  label: string;
  kind: "money" | "number" | "text";
}

interface PriceGroup {
  title: string;
  seen: string;
  fields: readonly PriceField[];
}

type Fields = readonly (readonly [path: string, label: string])[];
const of = (kind: PriceField["kind"], under: string, fields: Fields): PriceField[] =>
  fields.map(([path, label]) => ({ path: `${under}.${path}`, label, kind }));

/** The values that an owner sets, by what customers see them on. */
export const PRICE_GROUPS: readonly PriceGroup[] = [
  {
    title: "Storage, a month",
    seen: "On Pricing, in the wizard and in quotes, before tax",
    fields: of("money", "pricing", [
      ["bundles.0.monthly_cents", "Small Bundle"],
      ["bundles.1.monthly_cents", "Medium Bundle"],
      ["bundles.2.monthly_cents", "Large Bundle"],
      ["bundles.3.monthly_cents", "XL Bundle"],
      ["single_item_monthly_cents", "Single item"],
    ]),
  },
  {
    title: "Beside the plan",
    seen: "On Pricing and when an add-on is chosen",
    fields: [
      ...of("money", "pricing", [
        ["supplies_deposit_cents", "Supply kit deposit"],
        ["referral_credit_cents", "Referral credit"],
        ["heavy_item_once_cents", "Heavy item, once"],
        ["alternative_delivery_date_cents", "Return on another date"],
      ]),
      ...of("text", "pricing", [
        ["add_ons.0.price", "Shipping, in words"],
        ["add_ons.3.price", "Packing, in words"],
      ]),
    ],
  },
  {
    title: "Fees",
    seen: "In the terms, and where a fee is about to be charged",
    fields: [
      ...of("money", "terms", [
        ["late_cancellation.cents", "Late cancellation"],
        ["labeling_fee_cents_per_item", "Labels by our crew, an item"],
        ["missed_pickup_cents.min", "Missed pickup, from"],
        ["missed_pickup_cents.max", "Missed pickup, to"],
        ["location_change.min", "Late change of address, from"],
        ["location_change.max", "Late change of address, to"],
        ["out_of_window_cents.min", "Outside the booked window, from"],
        ["out_of_window_cents.max", "Outside the booked window, to"],
        ["failed_delivery_pickup_cents.min", "Failed delivery, from"],
        ["failed_delivery_pickup_cents.max", "Failed delivery, to"],
        ["outside_radius.min_cents", "Outside our radius, at least"],
        ["outside_radius.cents_per_mile", "Outside our radius, a mile"],
      ]),
      ...of("number", "terms", [
        ["free_radius_miles", "Free radius in miles"],
        ["late_cancellation.hours", "Hours for a free cancellation"],
        ["location_change.hours", "Hours for a free change of address"],
        ["heavy_box_over_lb", "A heavy box weighs over, in lb"],
        ["heavy_box_surcharge_percent", "Surcharge for a heavy box, in %"],
      ]),
    ],
  },
  {
    title: "Between pickup and return",
    seen: "In My Storage, where a customer stores longer or asks for items",
    fields: [
      ...of("money", "terms", [
        ["collection_cents", "Collection at the warehouse"],
        ["part_delivery_cents", "Delivery of some items before the return"],
      ]),
      ...of("number", "terms", [
        ["access_notice_hours", "Hours of notice to get items out"],
        ["storage_term_months", "Months of a term, offered to store longer"],
      ]),
    ],
  },
  {
    title: "Protection",
    seen: "Where a customer declares what an item is worth",
    fields: [
      ...of("money", "terms", [
        ["insurance.monthly_cents_per_unit", "A month for each unit"],
        ["insurance.unit_cents", "A unit of declared value"],
        ["insurance.max_item_cents", "Most for an item"],
        ["insurance.max_customer_cents", "Most for a customer"],
      ]),
      ...of("number", "terms", [["insurance.claim_hours", "Hours to report damage"]]),
    ],
  },
];

const FIELDS = PRICE_GROUPS.flatMap(({ fields }) => fields);
const MONEY = "Please give an amount such as 110.25.";
const NUMBER = "Please give a whole number.";
const schemas = {
  money: z.string().check(z.refine((typed) => centsOf(typed) !== null, MONEY)),
  number: z.string().check(z.regex(/^\s*\d{1,4}\s*$/, NUMBER)),
  text: z.string().check(z.minLength(1, "Please fill this in."), z.maxLength(60)),
};

const extra = z.object({
  id: z.string(),
  name: z.string().check(z.trim()),
  price: schemas.money,
  per: z.enum(["item", "booking"]),
  when: z.string().check(z.trim()),
});

/** Each value as it is typed: those of the list by their path with "/" between its parts. */
export const priceSchema = z.object({
  fields: z.object(
    Object.fromEntries(FIELDS.map(({ path, kind }) => [fieldName(path), schemas[kind]])),
  ),
  extras: z.array(extra),
});

export type PriceValues = z.infer<typeof priceSchema>;
export type ExtraValues = PriceValues["extras"][number];

/** The name of a field in the form, which would take "." for a part of its own. */
export function fieldName(path: string): string {
  return path.replaceAll(".", "/");
}

const EXTRA_LABELS: Record<string, string> = {
  id: "number",
  name: "name",
  price: "price",
  per: "charged for",
  when: "when it applies",
};

export function priceLabel(path: string): string {
  const [, place, part = ""] = /^extras\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (place) return `Add-on ${Number(place) + 1}, ${EXTRA_LABELS[part] ?? part}`;
  const name = path.replace(/^fields\./, "");
  return FIELDS.find((one) => fieldName(one.path) === name)?.label ?? name;
}

export function priceValues(document: Record<string, unknown>): PriceValues {
  return {
    fields: Object.fromEntries(
      FIELDS.map(({ path, kind }) => {
        const value = valueAt(document, path.split("."));
        return [fieldName(path), kind === "money" ? formatCents(Number(value)) : String(value)];
      }),
    ),
    extras: storedExtras(document).map(({ cents, ...one }) => ({
      ...one,
      price: formatCents(cents),
    })),
  };
}

/** The document with what was typed. */
export function priceDocument(
  { fields, extras }: PriceValues,
  document: Record<string, unknown>,
): Record<string, unknown> {
  const next = structuredClone(document);
  for (const { path, kind } of FIELDS) {
    const parts = path.split(".");
    const typed = fields[fieldName(path)] ?? "";
    const value = kind === "money" ? centsOf(typed) : kind === "number" ? Number(typed) : typed;
    const holder = valueAt(next, parts.slice(0, -1)) as Record<string, unknown>;
    holder[parts.at(-1) ?? ""] = value;
  }
  if (extras.length || storedExtras(document).length) {
    (next.pricing as Record<string, unknown>).extras = extras.map(({ price, ...one }) => ({
      ...one,
      cents: centsOf(price),
    }));
  }
  return next;
}

/** A further add-on, of which nothing is known yet. */
export function newExtra(): ExtraValues {
  return { id: newId(), name: "", price: "", per: "item", when: "" };
}

function storedExtras(document: Record<string, unknown>): readonly Extra[] {
  return (valueAt(document, ["pricing", "extras"]) as readonly Extra[] | undefined) ?? [];
}

function valueAt(document: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>(
    (value, part) => (value as Record<string, unknown> | undefined)?.[part],
    document,
  );
}
