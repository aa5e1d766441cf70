import { useEffect, useState } from "react";
import { type Arrival, arrivalIn, enter, leaveUnused, type Outcome, takeUp } from "./arrival";
import { useReloadWhenHealthy } from "./use-reload-when-healthy";

export type ArrivalState =
  | { status: "none" | "working" }
  | Exclude<Outcome, { status: "ask" }>
  | {
      status: "ask";
      /** who the link is for, and who is signed in here */
      next: string;
      current: string;
      accept: () => Promise<void>;
      decline: () => Promise<void>;
    };

const NOTHING: ArrivalState = { status: "none" };

/** Takes up what the page's address brings, and takes it out of the address. */
export function useArrival(): ArrivalState {
  const [arrival] = useState<Arrival | null>(() =>
    typeof window === "undefined" ? null : arrivalIn(window.location),
  );
  const [state, setState] = useState<ArrivalState>(arrival ? { status: "working" } : NOTHING);

  useEffect(() => {
    if (!arrival) return;
    let stopped = false;
    void takeUp(arrival).then((outcome) => {
      if (stopped) return;
      // An outage keeps the address: the link is still good, and the page is tried again.
      if (outcome.status !== "unreachable") forgetAddress();
      if (outcome.status !== "ask") {
        setState(outcome);
        return;
      }
      const { session, current } = outcome;
      setState({
        status: "ask",
        next: session.user.email || "your other account",
        current,
        accept: async () => {
          await enter(session);
          setState({ status: "done", userId: session.user.id });
        },
        decline: async () => {
          await leaveUnused(session);
          setState(NOTHING);
        },
      });
    });
    return () => {
      stopped = true;
    };
  }, [arrival]);

  useReloadWhenHealthy(state.status === "unreachable");

  return state;
}

function forgetAddress(): void {
  const url = new URL(window.location.href);
  url.searchParams.delete("token_hash");
  url.searchParams.delete("type");
  url.hash = "";
  window.history.replaceState(window.history.state, "", url);
}
