import { type Arguments, command, type Rest, readCommand, rest } from "@api/client";
import type { PriceMatch, WaitingMatch } from "@api/commands.types";

export const matchKeys = {
  own: (userId: string) => ["price-match", "own", userId] as const,
  waiting: (id: string) => ["price-match", "waiting", id] as const,
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

/** One that waits for an answer. The office only. */
export const waitingMatch = async (id: string): Promise<WaitingMatch | undefined> =>
  (await readCommand("price_matches", { id }))[0];

/** Decides: a credit, or 0 where it is declined. The office only. */
export function answerMatch(
  given: Arguments<"answer_price_match">,
  via: Rest = rest(),
): Promise<void> {
  return command("answer_price_match", given, via);
}
