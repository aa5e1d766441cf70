import { type Arguments, type Rest, readCommand, rest } from "@api/client";
import type { Quote } from "@api/commands.types";

export type PlanKind = "bundle" | "single_items";

/** What a price is asked for: `months`, or a pickup date with or without a return date. */
export type QuoteRequest = Arguments<"quote">;

/** The price of a season with each line explained; the server's price engine is the only one. */
export function askQuote(asked: QuoteRequest, via: Rest = rest()): Promise<Quote> {
  return readCommand("quote", asked, via);
}
