import { type Rest, rest } from "@api/client";
import { ApiError } from "@api/errors";
import { createContext, useContext, useEffect } from "react";

/** As whom a page reads and changes data: with the main session, or the executives' own. */
export interface DataSession {
  via: Rest;
  /** Where the browser keeps it; the main session where this is left out. */
  storageKey?: string;
  /** First part of the key of everything read with this session. */
  cacheKey: readonly string[];
  /** Asks the server whether the session still counts. */
  recheck?: () => Promise<void>;
}

/** The executives' area provides another one. */
export const DataSessionContext = createContext<DataSession | null>(null);

const NO_PREFIX: readonly string[] = [];

/** The session that the page around works with. */
export function useDataSession(): DataSession {
  return useContext(DataSessionContext) ?? { via: rest(), cacheKey: NO_PREFIX };
}

/** If the server refuses the session in a read, this checks whether the session is over. */
export function useEndOfSession(error: unknown): void {
  const { recheck } = useDataSession();
  const refused = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (refused) void recheck?.();
  }, [refused, recheck]);
}
