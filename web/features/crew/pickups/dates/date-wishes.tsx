import { dateWishes, pickupKeys } from "@api/pickups/pickups";
import { ShownPanel } from "@components/ui/late-panel";
import { lateCode } from "@lib/browser/late-code";
import { useQuery } from "@tanstack/react-query";

const POLL_MS = 6_000;
const listCode = lateCode(() => import("./wish-list"));

/** Customers who asked for another date at short notice. */
export function DateWishes({ campusId }: { campusId: number }) {
  const { data } = useQuery({
    queryKey: pickupKeys.wishes(campusId),
    queryFn: () => dateWishes(campusId),
    retry: false,
    networkMode: "always",
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  if (!data || data.length === 0) return null;
  return <ShownPanel code={listCode}>{({ WishList }) => <WishList wishes={data} />}</ShownPanel>;
}
