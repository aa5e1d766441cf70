import { dataOf, type Rest, rest } from "@api/client";
import type { Quote } from "@api/commands.types";

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

/** The price of a season with each line explained; the server's price engine is the only one. */
export function askQuote(asked: QuoteAsked, via: Rest = rest()): Promise<Quote> {
  return dataOf<unknown>(
    via.rpc("quote", { ...asked }, { get: true }).retry(false),
  ) as Promise<Quote>;
}
