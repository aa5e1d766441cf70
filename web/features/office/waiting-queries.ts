import { claimKeys, claimsToDecide } from "@api/customers/claims";
import { conversationKeys, openConversations } from "@api/customers/conversations";
import { feeKeys, feesWaiting } from "@api/customers/fees";
import { custodyKeys, itemCases } from "@api/pickups/custody";
import { runKeys, stopCases } from "@api/pickups/runs";
import { useQuery } from "@tanstack/react-query";
import { useDataSession } from "./data-session";

/**
 * Queries of what waits for a decision. They stand apart from the screens: the count on the tab
 * needs the queries alone.
 */

const CASES_MS = 10_000;
const MONEY_MS = 30_000;

/** Claims that wait for an answer; crews have none. */
export function useClaims(office: boolean) {
  return useQuery({
    queryKey: claimKeys.waiting,
    queryFn: () => claimsToDecide(),
    enabled: office,
    retry: false,
    networkMode: "always",
    refetchInterval: MONEY_MS,
  });
}

/** Fees that wait for a decision; crews have none. */
export function useFeesWaiting(office: boolean) {
  const { via, cacheKey } = useDataSession();
  return useQuery({
    queryKey: [...cacheKey, ...feeKeys.waiting],
    queryFn: () => feesWaiting(via),
    enabled: office,
    refetchInterval: MONEY_MS,
  });
}

/** Messages that wait for an answer; crews have none. */
export function useOpenConversations(office: boolean) {
  return useQuery({
    queryKey: conversationKeys.open,
    queryFn: () => openConversations(),
    enabled: office,
    retry: false,
    networkMode: "always",
    refetchInterval: MONEY_MS,
  });
}

/** What was recorded of items and did not fit. */
export function useItemCases() {
  return useQuery({
    queryKey: custodyKeys.cases,
    queryFn: () => itemCases(),
    retry: false,
    networkMode: "always",
    refetchInterval: CASES_MS,
  });
}

/** What was recorded at stops and did not fit. */
export function useStopCases() {
  return useQuery({
    queryKey: runKeys.cases,
    queryFn: () => stopCases(),
    retry: false,
    networkMode: "always",
    refetchInterval: CASES_MS,
  });
}
