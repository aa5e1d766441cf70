import { type Arguments, dataOf, type Rest, readCommand, rest } from "@api/client";
import type { FeeOfTerm, WaitingFees } from "@api/commands.types";
import type { Row } from "@api/database.types";
import { commandOnce } from "@api/once";

export type FeeProposal = Row<"fee_proposals">;

export const feeKeys = {
  all: ["fees"] as const,
  own: (userId: string) => ["fees", "own", userId] as const,
  waiting: ["fees", "waiting"] as const,
  ofTerms: (bookingId: string) => ["fees", "terms", bookingId] as const,
};

/** One's own fees that have evidence, the latest first. */
export function ownFees(via: Rest = rest()): Promise<FeeProposal[]> {
  return dataOf(
    via.from("fee_proposals").select("*").order("charged_at", { ascending: false }).limit(100),
  );
}

/** Says what is not right about a fee of one's own; it is frozen until it is decided. */
export async function disputeFee(id: string, words: string, via: Rest = rest()): Promise<void> {
  await dataOf(via.rpc("dispute_fee", { id, words }));
}

/** What waits for the office and for an executive. Office. */
export function feesWaiting(via: Rest = rest()): Promise<WaitingFees> {
  return readCommand("fees_waiting", {}, via);
}

/** What each term of a fee allows for a booking. */
export function feesOfTerms(bookingId: string, via: Rest = rest()): Promise<FeeOfTerm[]> {
  return readCommand("fees_of_terms", { booking_id: bookingId }, via);
}

/** Proposes a fee with its evidence: the office charges it or lets it go. */
export async function proposeFee(given: Arguments<"propose_fee">, key: string): Promise<void> {
  await commandOnce("propose_fee", given, key);
}

export async function chargeFee(given: Arguments<"charge_fee">, via: Rest = rest()): Promise<void> {
  await dataOf(via.rpc("charge_fee", given));
}

export async function refuseFee(given: Arguments<"refuse_fee">, via: Rest = rest()): Promise<void> {
  await dataOf(via.rpc("refuse_fee", given));
}

export async function decideDispute(
  given: Arguments<"decide_dispute">,
  via: Rest = rest(),
): Promise<void> {
  await dataOf(via.rpc("decide_dispute", given));
}
