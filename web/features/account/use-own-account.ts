import { accountKeys, ownAccount } from "@api/customers/account";
import { toApiError } from "@api/errors";
import { useSession } from "@lib/auth/session";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

const RECOVERY_MS = 5_000;

/** The user's id, part of each cache key: no user sees another's data. */
export function useOwnId(): string {
  return useSession().user?.id ?? "";
}

/** The account as the server has it now; read again while the server is unreachable. */
export function useOwnAccount() {
  const id = useOwnId();
  return useQuery({
    queryKey: accountKeys.user(id),
    queryFn: ownAccount,
    refetchInterval: ({ state }) =>
      state.error && isUnreachable(state.error) ? RECOVERY_MS : false,
    networkMode: "always",
  });
}

/** Reads account and sessions anew: a changed password or second step ends other sessions. */
export function useRereadAccount(): () => Promise<void> {
  const queries = useQueryClient();
  const id = useOwnId();
  return useCallback(
    () => queries.invalidateQueries({ queryKey: accountKeys.all(id) }),
    [queries, id],
  );
}

/** No server, rather than a refusal. */
export function isUnreachable(error: unknown): boolean {
  return (
    (error instanceof Error && error.name === "AuthRetryableFetchError") ||
    toApiError(error).unreachable
  );
}
