import { formatCents } from "@lib/format/money";

const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{1,2}))?$/;
const MOST_CENTS = 10_000_000;

/** Typed dollars as whole cents: "$1,110.25", "60", "0.5"; null when it is none. */
export function centsOf(text: string): number | null {
  const match = AMOUNT.exec(text.trim());
  if (!match) return null;
  const cents =
    Number(match[1]?.replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents > 0 && cents <= MOST_CENTS ? cents : null;
}

/** What is wrong with an amount, which may be at most `most` cents; empty when nothing. */
export function amountError(text: string, most?: number): string {
  const cents = centsOf(text);
  if (cents === null) return "Please give an amount such as 110.25.";
  if (most !== undefined && cents > most) return `At most ${formatCents(most)}.`;
  return "";
}
