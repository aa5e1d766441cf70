import type { StaffRole } from "@api/staff";
import { type DataSession, useDataSession } from "@features/office/data-session";
import { TITLES } from "@lib/auth/roles";
import { useMutation, useQueryClient } from "@tanstack/react-query";

export const staffKey = ["staff"] as const;

export const ROLE_OPTIONS: readonly { value: StaffRole; label: string }[] = (
  ["worker", "admin", "executive"] as const
).map((value) => ({ value, label: roleTitle(value) }));

export function roleTitle(role: string): string {
  return TITLES[role] ?? role;
}

/** A change of the staff; the list is read anew whatever comes of it. */
export function useStaffChange<Arguments, Answer>(
  change: (args: Arguments, via: DataSession["via"]) => Promise<Answer>,
) {
  const { via, cacheKey } = useDataSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (args: Arguments) => change(args, via),
    networkMode: "always",
    onSettled: () => queries.invalidateQueries({ queryKey: [...cacheKey, ...staffKey] }),
  });
}
