import { whenPointedAt } from "@lib/browser/pointed-at";
import { type FetchQueryOptions, useQueryClient } from "@tanstack/react-query";

// Reads of any answer and any key together.
// biome-ignore lint/suspicious/noExplicitAny: the options' parameters are invariant
export type Read = FetchQueryOptions<any, any, any, any>;

/**
 * For the button that opens something: reads its content as soon as the pointer or Tab reaches
 * it, so that it is there at the press.
 */
export function useReadAhead(reads: readonly Read[]) {
  const queries = useQueryClient();
  return whenPointedAt(() => {
    for (const one of reads) void queries.prefetchQuery(one);
  });
}
