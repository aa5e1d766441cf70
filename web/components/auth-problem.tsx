import { type AuthFailure, failureWords } from "@lib/auth/failure";
import { secondsToWait, waitWords } from "@lib/auth/rate-limit";
import { useEffect, useState } from "react";
import { FormAlert } from "./form-alert";

export interface AuthProblemProps {
  /** What failed; nothing is shown while there is none. */
  failure: AuthFailure | null;
  /** What to say where neither code nor server say it. */
  fallback: string;
}

/** Why an accounts call failed, in words, and how long to wait where the server asks for patience. */
export function AuthProblem({ failure, fallback }: AuthProblemProps) {
  if (!failure) return null;
  return (
    <FormAlert tone="error">
      <p>{failureWords(failure, fallback)}</p>
      {failure.status === 429 ? <Wait failure={failure} /> : null}
    </FormAlert>
  );
}

function Wait({ failure }: { failure: AuthFailure }) {
  const left = useSecondsLeft(failure);
  return (
    // Announced once with the alert: a screen reader need not hear every second.
    <p aria-live="off" className="tabular font-semibold">
      {left > 0 ? `You can try again in ${waitWords(left)}.` : "You can try again now."}
    </p>
  );
}

/** Counts down from the wait that the refusal named. */
function useSecondsLeft(failure: AuthFailure): number {
  const [left, setLeft] = useState(() => secondsToWait(failure));
  useEffect(() => {
    const until = performance.now() + secondsToWait(failure) * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [failure]);
  return left;
}
