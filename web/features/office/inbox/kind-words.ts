import type { InboxItem, InboxKind } from "@api/inbox";

/** What each kind is called. */
export const KIND_WORDS: Record<InboxKind, string> = {
  conversation: "Message",
  claim: "Claim",
  dispute: "Disputed fee",
  fee: "Proposed fee",
  quote: "Delivery quote",
  price_match: "Price match",
  date_change: "Date change",
  count: "Pickup record",
  stop: "Stop",
  scan: "Scan",
  claim_credit: "Claim credit",
  unpaid: "Unpaid invoice",
  transfer: "Bank transfer",
  failed_message: "Message not sent",
  stocktake: "Stocktake",
};

/** Where a kind is decided that has a place of its own; null for those decided here. */
export function placeOf({ kind, booking_id, invoice_id }: InboxItem): string | null {
  if (kind === "quote") return `?tab=bookings&booking=${booking_id}`;
  if (kind === "unpaid") return `?tab=payments&invoice=${invoice_id}`;
  return kind === "stocktake" ? "?tab=warehouse&area=stocktake" : null;
}
