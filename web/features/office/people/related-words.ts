import type { MergePreview, MergeSide } from "@api/customers/merges";
import type { RelatedBooking } from "@api/customers/related";
import { counted } from "@components/lists/pager";
import { formatCents } from "@lib/format/money";

const SIGNS: Record<RelatedBooking["signs"][number], string> = {
  email: "Same email",
  phone: "Same phone",
  similar_email: "Nearly the same email",
  name_and_day: "Same name and day",
  name_and_address: "Same name and address",
  name_and_payer: "Same name and payer",
};

/** What a booking shares with the one that is looked at: "Same email, same phone". */
export function signWords({ signs }: Pick<RelatedBooking, "signs">): string {
  const [first = "", ...more] = signs.map((sign) => SIGNS[sign]);
  return [first, ...more.map((words) => words.toLowerCase())].join(", ");
}

const NOUNS: Record<string, string> = {
  bookings: "booking",
  items: "item",
  invoices: "invoice",
  payments: "payment",
  claims: "claim",
  conversations: "conversation",
  people: "person at the door or payer",
  saved_cards: "saved card",
  friends: "friend in a bundle",
  referral_credits: "referral credit",
};
const PLURALS: Record<string, string> = {
  people: "people at the door or payers",
  friends: "friends in bundles",
};

/** What a merge moves: "2 bookings", "1 saved card". */
export function moveWords({ moves }: Pick<MergePreview, "moves">): string[] {
  return moves.map(({ what, count }) => {
    const plural = PLURALS[what];
    if (count > 1 && plural) return `${count} ${plural}`;
    return counted(count, NOUNS[what] ?? what);
  });
}

/** What a customer owes or has: "$100 owed", "$60 credit", "nothing owed". */
export function balanceWords(cents: number): string {
  if (cents === 0) return "nothing owed";
  return cents > 0 ? `${formatCents(cents)} owed` : `${formatCents(-cents)} credit`;
}

/** A side by its code: "SS-7K4M2", or "Guest". */
export function sideCode(side: Pick<MergeSide, "customer_id">): string {
  return side.customer_id ?? "Guest";
}
