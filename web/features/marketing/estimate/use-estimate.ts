import type { Quote } from "@api/commands.types";
import { useBookingDialog } from "@lib/site/booking-launcher";
import { estimateExample } from "@lib/site/published";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useAlive } from "../alive";
import {
  type EstimateState,
  EXAMPLE,
  fromLink,
  quoteRequest,
  sameLink,
  toLink,
} from "./estimate-state";

const SETTLE_MS = 250;
const RECOVERY_MS = 5_000;

/** The price of EXAMPLE, which the page was rendered with. */
const exampleQuote = estimateExample as unknown as Quote;
const exampleRequest = JSON.stringify(quoteRequest(EXAMPLE));

/** The estimate's form, the address that says it, and the server's price for it. */
export function useEstimate() {
  const alive = useAlive();
  const [params, setParams] = useSearchParams();
  const [state, setState] = useState(EXAMPLE);
  // The address as it is, and what it will be: on a busy device it follows later.
  const written = useRef([new URLSearchParams()]);
  const touched = useRef(false);
  const settled = useSettled(state);
  const { isOpen } = useBookingDialog();

  // The address leads when something else changed it: a shared link, "Back", the picker below.
  useEffect(() => {
    const place = written.current.findIndex((one) => sameLink(params, one));
    if (place >= 0) {
      written.current = written.current.slice(place);
      return;
    }
    written.current = [params];
    touched.current = false;
    setState(fromLink(params));
  }, [params]);

  useEffect(() => {
    // The open wizard's place is in the address' state: the address is written once it is closed.
    if (isOpen || !touched.current || settled !== state) return;
    touched.current = false;
    const link = toLink(settled);
    const last = written.current.at(-1);
    if (last && sameLink(link, last)) return;
    written.current.push(link);
    setParams(link, { replace: true, preventScrollReset: true });
  }, [settled, state, setParams, isOpen]);

  const question = quoteRequest(settled);
  const price = useQuery({
    queryKey: ["quote", question],
    queryFn: async () => {
      const { askQuote } = await import("@api/bookings/quotes");
      if (!question) throw new Error("nothing to ask");
      return askQuote(question);
    },
    enabled: alive && question !== null && JSON.stringify(question) !== exampleRequest,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { error } }) => (error ? RECOVERY_MS : false),
    staleTime: 300_000,
  });
  function set(next: (before: EstimateState) => EstimateState) {
    touched.current = true;
    setState(next);
  }
  const isExample = question !== null && JSON.stringify(question) === exampleRequest;
  return {
    state,
    change: (part: Partial<EstimateState>) => set((before) => ({ ...before, ...part })),
    setState: set,
    quote: isExample ? exampleQuote : price.data,
    /** a newer price is on its way */
    waiting:
      alive &&
      (price.isFetching || JSON.stringify(quoteRequest(state)) !== JSON.stringify(question)),
    error: isExample ? null : price.error,
    retry: () => void price.refetch(),
    /** something that a price needs is not entered */
    incomplete: quoteRequest(state) === null,
  };
}

/** A value once it has not changed for a moment. */
function useSettled(state: EstimateState): EstimateState {
  const [settled, setSettled] = useState(state);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(state), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return settled;
}
