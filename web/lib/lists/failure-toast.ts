import { isUnreachable } from "@lib/lists/list-query";
import { toast } from "@lib/toast";
import { useEffect } from "react";

/** Says once that data could not be loaded. An unreachable server shows on the page, not in toasts. */
export function useFailureToast(error: unknown, title: string, description: string): void {
  const refused = Boolean(error) && !isUnreachable(error);
  useEffect(() => {
    if (refused) toast.error(title, { id: description, description });
  }, [refused, title, description]);
}
