import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { isUnreachable } from "./own-bookings";

type Read = Pick<
  UseQueryResult,
  "error" | "failureReason" | "failureCount" | "status" | "fetchStatus"
>;

/** True from the first read that found no server until every read has been answered again. */
export function useOutage(reads: readonly Read[]): boolean {
  const [away, setAway] = useState(false);
  const failing = reads.some((one) => isUnreachable(one.error) || isUnreachable(one.failureReason));
  const answered = reads.every(
    (one) =>
      (one.status === "success" && one.failureCount === 0) ||
      (one.status === "error" && !isUnreachable(one.error)) ||
      (one.status === "pending" && one.fetchStatus === "idle"),
  );
  if (failing && !away) setAway(true);
  if (!failing && answered && away) setAway(false);
  return failing || (away && !answered);
}
