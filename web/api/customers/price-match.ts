import { type Arguments, command, type Rest, readCommand, rest } from "@api/client";
import type { PriceMatch, WaitingMatch } from "@api/commands.types";

export const matchKeys = {
  own: (userId: string) => ["price-match", "own", userId] as const,
  waiting: ["price-match", "waiting"] as const,
};

/** One's own rival quotes, the latest first. */
export function ownMatches(via: Rest = rest()): Promise<PriceMatch[]> {
  return readCommand("my_price_matches", {}, via);
}

/** Shows a rival's quote under an id of the caller's: the same one twice asks once. */
export function askMatch(
  given: Arguments<"ask_price_match">,
  via: Rest = rest(),
): Promise<PriceMatch[]> {
  return command("ask_price_match", given, via);
}

/** Those that wait for an answer, the earliest first. The office only. */
export function waitingMatches(via: Rest = rest()): Promise<WaitingMatch[]> {
  return readCommand("price_matches", {}, via);
}

/** Decides: a credit, or 0 where it is declined. The office only. */
export function answerMatch(
  given: Arguments<"answer_price_match">,
  via: Rest = rest(),
): Promise<void> {
  return command("answer_price_match", given, via);
}
