import { type Step, stepsFor } from "@features/booking/answers/answers";
import { placeIn } from "@lib/site/booking-launcher";
import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * The step that is shown, stored with an entry of the browser's history: going on adds an entry, and
 * the browser's Back is the wizard's.
 */
export function useWizardSteps(signedIn: boolean) {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const place = placeIn(state);
  // A dialog that is closing still shows where it was.
  const shown = useRef<Step>("userType");
  if (place) shown.current = place.step as Step;
  const step = shown.current;
  const steps = stepsFor(signedIn);
  const index = Math.max(steps.indexOf(step), 0);
  const mending = place?.from === "signup";

  function go(to: Step, replace = false) {
    if (!place) return;
    const next = replace
      ? { ...place, step: to }
      : { ...place, step: to, from: step, depth: place.depth + 1 };
    void navigate(
      { pathname, search, hash },
      { state: { ...state, booking: next }, replace, preventScrollReset: true },
    );
  }

  function back() {
    const before = mending ? "signup" : steps[index - 1];
    if (!before) return;
    if (place?.from === before) void navigate(-1);
    else go(before, true);
  }

  return {
    step,
    index,
    count: steps.length,
    go,
    /** To the step after this one, or to the review that led here to mend something. */
    forward: () => {
      const next = steps[index + 1];
      if (mending) back();
      else if (next) go(next);
    },
    back,
  };
}
