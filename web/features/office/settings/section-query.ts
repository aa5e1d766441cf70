import type { SectionShown } from "@api/commands.types";
import {
  discardSettings,
  publishSettings,
  restoreSettings,
  type Section,
  saveSettings,
  settingsKeys,
  settingsSection,
  withdrawSettings,
} from "@api/settings";
import { useDataSession, useEndOfSession } from "@features/office/data-session";
import { isUnreachable, untilReachable } from "@lib/lists/list-query";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

/** While a host is still rendering pages, how often the section is read again. */
const RENDERING_MS = 3_000;
/** So long after a publication its pages may still be on their way. */
const SOON_MS = 60_000;

/** A section as it is now. */
export function useSection(section: Section) {
  const { via, cacheKey } = useDataSession();
  const query = useQuery({
    queryKey: [...cacheKey, ...settingsKeys.section(section)],
    queryFn: () => settingsSection(section, via),
    ...untilReachable,
    refetchInterval: ({ state }) => {
      if (isUnreachable(state.error)) return untilReachable.refetchInterval({ state });
      return state.data && publishedJustNow(state.data) ? RENDERING_MS : false;
    },
  });
  useEndOfSession(query.error);
  return query;
}

function publishedJustNow({ history, current }: SectionShown): boolean {
  const at = history.find(({ id }) => id === current)?.published_at;
  return at !== undefined && Date.now() - Date.parse(at) < SOON_MS;
}

/** What one can do with a section; each answers the section as it is then. */
function useSectionChange<Arguments>(
  section: Section,
  change: (via: ReturnType<typeof useDataSession>["via"], args: Arguments) => Promise<SectionShown>,
) {
  const { via, cacheKey } = useDataSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (args: Arguments) => change(via, args),
    // Without a network it fails at once: nothing is published later, behind the owner's back.
    networkMode: "always",
    onSuccess: (settings) =>
      queries.setQueryData([...cacheKey, ...settingsKeys.section(section)], settings),
  });
}

export function useSave(section: Section) {
  return useSectionChange(
    section,
    (via, { document, revision }: { document: Record<string, unknown>; revision: number }) =>
      saveSettings(section, document, revision, via),
  );
}

export function useDiscard(section: Section) {
  return useSectionChange(section, (via, revision: number) =>
    discardSettings(section, revision, via),
  );
}

export function usePublish(section: Section) {
  return useSectionChange(
    section,
    (via, publication: { revision: number; day: string; note: string }) =>
      publishSettings(section, publication, via),
  );
}

export function useRestore(section: Section) {
  return useSectionChange(section, (via, version: number) =>
    restoreSettings(section, version, via),
  );
}

export function useWithdraw(section: Section) {
  return useSectionChange(section, (via, version: number) =>
    withdrawSettings(section, version, via),
  );
}
