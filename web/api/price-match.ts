import { command, dataOf, type Rest, rest } from "@api/client";
import type { PriceMatch, WaitingMatch } from "@api/commands.types";

export const matchKeys = {
  own: (userId: string) => ["price-match", "own", userId] as const,
  waiting: ["price-match", "waiting"] as const,
};

/** One's own rival quotes, the latest first. */
export function ownMatches(via: Rest = rest()): Promise<PriceMatch[]> {
  return dataOf<unknown>(via.rpc("my_price_matches", {}, { get: true })) as Promise<PriceMatch[]>;
}

/** Shows a rival's quote under an id of the caller's: the same one twice asks once. */
export function askMatch(
  given: {
    match_id: string;
    rival: string;
    quoted_cents: number;
    quote: string;
    /** an upload of one's own beside the words or in their stead */
    picture_id?: string;
  },
  via: Rest = rest(),
): Promise<PriceMatch[]> {
  return command("ask_price_match", given, via);
}

/** Those that wait for an answer, the earliest first. The office only. */
export function waitingMatches(via: Rest = rest()): Promise<WaitingMatch[]> {
  return dataOf<unknown>(via.rpc("price_matches", {}, { get: true })) as Promise<WaitingMatch[]>;
}

/** Decides: a credit, or 0 where it is declined. The office only. */
export function answerMatch(
  given: { match_id: string; credit_cents: number; answer: string },
  via: Rest = rest(),
): Promise<null> {
  return command("answer_price_match", given, via);
}
