import { savedViewKeys, savedViews } from "@api/bookings/saved-views";
import { useDataSession } from "@features/office/data-session";
import { untilReachable } from "@lib/lists/list-query";
import { queryOptions } from "@tanstack/react-query";

export function useSavedViews() {
  const { via, cacheKey } = useDataSession();
  return queryOptions({
    queryKey: [...cacheKey, ...savedViewKeys.all],
    queryFn: () => savedViews(via),
    ...untilReachable,
  });
}
