import { toApiError } from "@api/errors";
import { assignInboxItem, type InboxItem, inboxKeys, snoozeInboxItem } from "@api/inbox";
import { toast } from "@lib/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";

/** What a person does with an item without deciding it. */
export type Step =
  | { do: "assign"; owner_id: string | null }
  | { do: "snooze"; until: string | null };

/** Gives an item to a member of the office or to no one, lets it sleep or wakes it. */
export function useInboxStep({ kind, id, owner_id }: InboxItem) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (step: Step) =>
      step.do === "assign"
        ? assignInboxItem({ kind, id, owner_id: step.owner_id, seen_owner_id: owner_id })
        : snoozeInboxItem({ kind, id, until: step.until }),
    networkMode: "always",
    onError: (error) => toast.error("Update Failed", { description: toApiError(error).message }),
    onSettled: () => queries.invalidateQueries({ queryKey: inboxKeys.all }),
  });
}
