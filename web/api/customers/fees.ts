import { type Arguments, dataOf, type Rest, readCommand, rest } from "@api/client";
import type { FeeOfTerm, WaitingFee } from "@api/commands.types";
import type { Row } from "@api/database.types";
import { commandOnce } from "@api/once";

export type FeeProposal = Row<"fee_proposals">;

export const feeKeys = {
  all: ["fees"] as const,
  own: (userId: string) => ["fees", "own", userId] as const,
  waiting: (id: string) => ["fees", "waiting", id] as const,
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

/** A fee that waits for the office or for an executive. Office. */
export async function waitingFee(id: string): Promise<WaitingFee | undefined> {
  const { proposed, disputed } = await readCommand("fees_waiting", { id });
  return [...proposed, ...disputed][0];
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
