import { isUnreachable } from "@lib/lists/list-query";

/** True from the first read that found no server until every read has been answered again. */
export function useOutage(reads: readonly { error: unknown; failureReason: unknown }[]): boolean {
  return reads.some((one) => isUnreachable(one.error) || isUnreachable(one.failureReason));
}
