import { useSession } from "@lib/auth/session";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** What was opened comes first. */
const AFTER_MS = 3_000;

/** Keeps the shelves on this device, for a stocktake that begins where there is no signal. */
export function useShelvesKept(): void {
  const queries = useQueryClient();
  const { profile, provisional } = useSession();
  useEffect(() => {
    if (!profile || provisional) return;
    const timer = setTimeout(
      // Without a signal they are kept the next time.
      () =>
        void import("./kept-shelves").then(
          ({ keepShelves }) => keepShelves(queries, profile),
          () => undefined,
        ),
      AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [queries, profile, provisional]);
}
