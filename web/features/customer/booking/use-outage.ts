import { isUnreachable } from "@lib/lists/list-query";
import type { UseQueryResult } from "@tanstack/react-query";

/** True from the first read that found no server until every read has been answered again. */
export function useOutage(
  reads: readonly Pick<UseQueryResult, "error" | "failureReason">[],
): boolean {
  return reads.some((one) => isUnreachable(one.error) || isUnreachable(one.failureReason));
}
