import { needsPerson, pickupKeys } from "@api/pickups/pickups";
import { useClaims } from "@features/backoffice/custody/claims-to-decide";
import { useItemCases } from "@features/backoffice/custody/item-cases";
import { useFeesWaiting } from "@features/backoffice/payments/fees-waiting";
import { useStopCases } from "@features/backoffice/runs/stop-cases";
import { useQuery } from "@tanstack/react-query";

const POLL_MS = 6_000;

/**
 * All that waits for a decision, and how much it is: records of the door, of stops and of items,
 * and for the office claims and fees too.
 */
export function useNeedsPerson(office: boolean) {
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
  const fees = useFeesWaiting(office).data;
  const count = [records.data?.open, items?.open, stops, claims, fees?.proposed, fees?.disputed]
    .map((waiting) => waiting?.length ?? 0)
    .reduce((sum, one) => sum + one, 0);
  return { records, items, count };
}
