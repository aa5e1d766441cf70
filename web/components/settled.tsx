import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";

/** Long enough for a read that starts when another one has answered, in milliseconds. */
export const QUIET_MS = 60;
/** A read that never answers hides nothing for longer than this. */
export const LONGEST_MS = 2_500;

interface SettledProps {
  /** What stands there until then, in about the same shape. */
  instead: ReactNode;
  /** Enough is known already: it is shown at once, whatever else is read. */
  known?: boolean;
  children: ReactNode;
}

/** A page with all that it reads at first at once, so that nothing on it jumps. */
export function Settled({ instead, known = false, children }: SettledProps) {
  const queries = useQueryClient();
  const [settled, setSettled] = useState(known);
  useEffect(() => {
    if (settled) return;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const show = () => setSettled(true);
    // What failed says so itself, while it is read again too.
    const waits = () =>
      queries.isFetching({
        predicate: ({ state }) =>
          state.data === undefined && !state.error && state.fetchFailureCount === 0,
      }) > 0;
    // Everything is known already: the user comes back to a page.
    if (!waits()) return show();
    const look = () => {
      clearTimeout(quiet);
      if (!waits()) quiet = setTimeout(show, QUIET_MS);
    };
    const stop = queries.getQueryCache().subscribe(look);
    const atLast = setTimeout(show, LONGEST_MS);
    return () => {
      stop();
      clearTimeout(quiet);
      clearTimeout(atLast);
    };
  }, [settled, queries]);
  // What a link names could not be scrolled to while it was hidden.
  useEffect(() => {
    if (settled) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [settled]);
  return (
    <>
      {settled ? null : instead}
      <div hidden={!settled} className="contents">
        {children}
      </div>
    </>
  );
}
