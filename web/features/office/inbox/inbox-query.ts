import { type InboxRead, inboxKeys, readInbox } from "@api/inbox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

const POLL_MS = 10_000;

/** What the navigation counts, and the list begins with. */
export const TO_DO: InboxRead = { show: "todo", overdue: false, offset: 0 };

/** A page of what needs a person, read again as colleagues decide; the page before it stays. */
export function useInbox(read: InboxRead, enabled = true) {
  return useQuery({
    queryKey: inboxKeys.page(read),
    queryFn: () => readInbox(read),
    enabled,
    retry: false,
    networkMode: "always",
    staleTime: 0,
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
}
