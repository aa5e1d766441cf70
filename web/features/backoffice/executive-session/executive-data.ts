import { type Rest, rest } from "@api/client";
import { ApiError } from "@api/errors";
import { useEffect } from "react";
import { EXECUTIVE_SESSION, useExecutive } from "./executive-session";

/** The data service for the executive area's session. */
export function asExecutive(): Rest {
  return rest(EXECUTIVE_SESSION);
}

/** Where the server does not believe the session any more, it is asked whether it is over. */
export function useEndOfSession(error: unknown): void {
  const { recheck } = useExecutive();
  const refused = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (refused) void recheck();
  }, [refused, recheck]);
}
