import { deliveryQuoteKeys, waitingQuotes } from "@api/bookings/delivery-quotes";
import { matchKeys, waitingMatches } from "@api/customers/price-match";
import { needsPerson, pickupKeys } from "@api/pickups/pickups";
import {
  useClaims,
  useFeesWaiting,
  useItemCases,
  useOpenConversations,
  useStopCases,
} from "@features/office/waiting-queries";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";

const POLL_MS = 6_000;
const ELSEWHERE_MS = 60_000;

/**
 * All that waits for a decision: records of the door, of stops and of items, and for the office
 * messages, claims, fees, quotes and price matches too.
 * `shown`: how many stand in this tab. `count`: how many this person may decide.
 */
export function useNeedsPerson({ office, executive }: { office: boolean; executive: boolean }) {
  const records = useQuery({
    queryKey: pickupKeys.needsPerson,
    queryFn: () => needsPerson(),
    retry: false,
    networkMode: "always",
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  const items = useItemCases().data;
  const stops = useStopCases().data;
  const claims = useClaims(office).data;
  const conversations = useOpenConversations(office).data;
  const fees = useFeesWaiting(office).data;
  const elsewhere = useWaitingElsewhere(office);
  const disputed = fees?.disputed.length ?? 0;
  const shown =
    disputed +
    [records.data?.open, items?.open, stops, claims, conversations, fees?.proposed]
      .map((waiting) => waiting?.length ?? 0)
      .reduce((sum, one) => sum + one, 0);
  const count = office
    ? shown + elsewhere.quotes + elsewhere.matches - (executive ? 0 : disputed)
    : 0;
  return { records, items, shown, count, elsewhere };
}

/** What the office decides in other tabs. */
function useWaitingElsewhere(office: boolean) {
  const quotes = useQuery({
    queryKey: deliveryQuoteKeys.waiting,
    queryFn: () => waitingQuotes(),
    enabled: office,
    ...untilReachable,
    refetchInterval: ELSEWHERE_MS,
  }).data;
  const matches = useQuery({
    queryKey: matchKeys.waiting,
    queryFn: () => waitingMatches(),
    enabled: office,
    ...untilReachable,
    refetchInterval: ELSEWHERE_MS,
  }).data;
  return {
    quotes: quotes?.filter(({ state }) => state === "asked").length ?? 0,
    matches: matches?.length ?? 0,
  };
}
