import { crewKeys, crewLoad } from "@api/crew";
import { useDataSession } from "@features/office/data-session";
import { isOffice } from "@lib/auth/profile";
import { useSession } from "@lib/auth/session";
import { untilReachable } from "@lib/lists/list-query";
import { useQuery } from "@tanstack/react-query";

/** The load of a campus's days; only the office reads it. */
export function useCrewLoad(campusId: number, first: string, last: string) {
  const { via, cacheKey } = useDataSession();
  const { profile } = useSession();
  return useQuery({
    queryKey: [...cacheKey, ...crewKeys.all, "load", campusId, first, last],
    queryFn: () => crewLoad(campusId, { first_day: first, last_day: last }, via),
    enabled: Boolean(profile && isOffice(profile)),
    ...untilReachable,
    staleTime: 0,
  });
}
