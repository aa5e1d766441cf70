import type { StaffMember, StaffRole } from "@api/staff";
import { type DataSession, useDataSession } from "@features/office/data-session";
import { useMutation, useQueryClient } from "@tanstack/react-query";

export const staffKey = ["staff"] as const;

/** What people call each role, as summerstow/platform/roles.py has it. */
export const ROLE_NAMES: Record<StaffMember["role"], string> = {
  anon: "Visitor",
  customer: "Customer",
  worker: "Crew",
  admin: "Administrator",
  executive: "Executive",
  service: "Service",
};

export const ROLE_OPTIONS: readonly { value: StaffRole; label: string }[] = (
  ["worker", "admin", "executive"] as const
).map((value) => ({ value, label: ROLE_NAMES[value] }));

/** A change of the staff; the list is read anew whatever comes of it. */
export function useStaffChange<Arguments, Answer>(
  change: (given: Arguments, via: DataSession["via"]) => Promise<Answer>,
) {
  const { via, cacheKey } = useDataSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Arguments) => change(given, via),
    networkMode: "always",
    onSettled: () => queries.invalidateQueries({ queryKey: [...cacheKey, ...staffKey] }),
  });
}
