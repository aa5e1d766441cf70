import { dataOf, type Rest, rest } from "@api/client";

export type PlanKind = "bundle" | "single_items";

/** What a price is asked for: `months`, or a pickup date with or without a return date. */
export interface QuoteAsked {
  items: number;
  pricing: PlanKind;
  months?: number;
  /** "YYYY-MM-DD" */
  pickup_date?: string;
  return_date?: string;
  heavy_boxes?: number;
  heavy_items?: number;
  label_items?: number;
  supply_kit?: boolean;
  alternative_date?: boolean;
  declared_value_cents?: number;
  /** from campus to the pickup */
  miles?: number;
  /** how many people share, oneself among them */
  friends?: number;
}

/** One line; `amount_cents` is `quantity` times `unit_cents`. */
export interface QuoteLine {
  code: string;
  words: string;
  rule: string;
  when: "monthly" | "pickup" | "return" | "kit" | "credit" | "deposit";
  quantity: number;
  unit_cents: number;
  amount_cents: number;
  could_change: string | null;
}

export interface QuoteInvoice {
  words: string;
  due: string | null;
  subtotal_cents: number;
  tax_cents: number;
  deposit_cents: number;
  total_cents: number;
}

/** The server's price: every amount in whole cents, every sum its own. */
export interface Quote {
  items: number;
  pricing: PlanKind;
  plan: string;
  months: number;
  pickup_date: string | null;
  return_date: string | null;
  free_return: [string, string] | null;
  lines: QuoteLine[];
  subtotal_cents: number;
  tax_name: string;
  tax_basis_points: number;
  tax_cents: number;
  total_cents: number;
  monthly: { subtotal_cents: number; tax_cents: number; total_cents: number };
  invoices: QuoteInvoice[];
  credit_left_cents: number;
  cheaper: {
    pricing: PlanKind;
    name: string;
    monthly_cents: number;
    saves_monthly_cents: number;
    saves_cents: number;
    words: string;
  } | null;
  one_more: {
    items: number;
    plan: string;
    monthly_cents: number;
    difference_cents: number;
    words: string;
  } | null;
  shares: { people: number; monthly_cents: number[]; total_cents: number[] } | null;
}

/** The price of a season with each line explained; the server's price engine is the only one. */
export function askQuote(asked: QuoteAsked, via: Rest = rest()): Promise<Quote> {
  return dataOf<unknown>(
    via.rpc("quote", { ...asked }, { get: true }).retry(false),
  ) as Promise<Quote>;
}
