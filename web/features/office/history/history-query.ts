import {
  type AuditLine,
  type AuditQuery,
  auditAbout,
  auditKeys,
  auditPage,
  auditSubjects,
  listStaff,
} from "@api/reports/audit";
import { untilReachable } from "@lib/lists/list-query";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** A page of the history; the previous page stays while it loads. */
export function useHistory(query: AuditQuery | null) {
  return useQuery({
    queryKey: query ? auditKeys.page(query) : [...auditKeys.all, "waiting"],
    queryFn: () => (query ? auditPage(query) : null),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    ...untilReachable,
  });
}

/** The customers and bookings that match the filter's words; no request without words. */
export function useAbout(words: string) {
  return useQuery({
    queryKey: auditKeys.about(words),
    queryFn: () => auditAbout(words),
    enabled: words !== "",
    ...untilReachable,
  });
}

/** Names for the lines; the lines stand without them too. */
export function useSubjects(lines: readonly AuditLine[] | undefined) {
  return useQuery({
    queryKey: auditKeys.subjects(lines?.map(({ id }) => id) ?? []),
    queryFn: () => auditSubjects(lines ?? []),
    enabled: lines !== undefined && lines.length > 0,
    ...untilReachable,
  }).data;
}

/** Who works here, for the filter. */
export function useStaff() {
  return useQuery({
    queryKey: auditKeys.staff,
    queryFn: () => listStaff(),
    staleTime: 300_000,
    ...untilReachable,
  }).data;
}
