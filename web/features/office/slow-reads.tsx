import { Button } from "@components/ui/button";
import { type QueryFilters, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { Timer } from "lucide-react";
import { useEffect, useState } from "react";

/** Grey boxes explain themselves for so long, in milliseconds. */
export const SLOW_MS = 8_000;

const unanswered: QueryFilters = {
  type: "active",
  predicate: ({ state }) => state.data === undefined && state.status === "pending",
};

/** That what stands on the page as grey boxes is slow to come, and the way to ask anew. */
export function SlowReads() {
  const queries = useQueryClient();
  const waits = useIsFetching(unanswered) > 0;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waits) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [waits]);

  // A read that holds on to its request would go on waiting for that one.
  async function again() {
    await queries.cancelQueries(unanswered);
    await queries.refetchQueries(unanswered);
  }

  return (
    <div role="status" className="fixed inset-x-4 bottom-4 z-30 mx-auto w-fit max-w-full">
      {slow ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line-strong bg-tape-soft py-2 pr-2 pl-4 text-sm font-semibold text-ink shadow-lg">
          <Timer aria-hidden="true" className="size-4.5 shrink-0" />
          The server is taking longer than usual.
          <Button size="sm" variant="secondary" onClick={() => void again()}>
            Try again
          </Button>
        </p>
      ) : null}
    </div>
  );
}
