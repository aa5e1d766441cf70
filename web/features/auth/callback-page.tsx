import { ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { addressCarriesSession, authClient } from "@lib/auth";
import { keptInvitation } from "@lib/friend-links";
import { useSession } from "@lib/session";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import {
  type CallbackProblem,
  callbackFlow,
  callbackProblem,
  isHalfDone,
  landing,
} from "./callback-outcome";
import { HalfDone } from "./half-done";

const DELAY_MS = 500;
const HEALTH_MS = 3_000;

const DONE = {
  email_change: "Your email address is changed.",
  link: "Your Google account is connected.",
};

/** Where mail links and other providers return to: waits for the session, then goes on by role. */
export default function CallbackPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [waited, setWaited] = useState(false);
  const [halfDone, setHalfDone] = useState(false);
  const [unreachable, setUnreachable] = useState(false);
  const left = useRef(false);

  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!waited || left.current || session.status === "loading") return;
    if (isHalfDone(window.location)) {
      setHalfDone(true);
      return;
    }
    const dashboard = landing(session);
    // A role that cannot be read yet is asked for again until it answers.
    if (session.status === "signed-in" && !dashboard) return;

    function leave(to: string, problem?: CallbackProblem) {
      left.current = true;
      void navigate(to, { replace: true, ...(problem ? { state: { problem } } : {}) });
    }

    function fail(to: string, problem: CallbackProblem) {
      toast.error("Authentication error", {
        description: "There was an issue with sign in. Please try again.",
      });
      leave(to, problem);
    }

    const problem = callbackProblem(window.location);
    const flow = callbackFlow(window.location);
    const target = dashboard && flow ? "/account" : dashboard;
    if (problem && problem.kind !== "elsewhere") fail(target ?? "/auth", problem);
    else if (target) {
      if (flow) toast.success(DONE[flow]);
      // A friend's invitation was being answered when the account was made.
      leave((flow ? null : keptInvitation()) ?? target);
    } else if (session.status === "second-factor") leave("/auth");
    else if (addressCarriesSession(window.location)) {
      // The client leaves the fragment where it is when it could not ask whose it is.
      void authClient()
        .then((auth) => auth.initialize())
        .then(({ error }) =>
          error?.name === "AuthRetryableFetchError"
            ? setUnreachable(true)
            : fail("/auth", { kind: "refused" }),
        );
    } else {
      toast.error("Sign in required", { description: "Please sign in to continue." });
      leave("/auth", problem ?? undefined);
    }
  }, [waited, session, navigate]);

  useReloadWhenHealthy(unreachable);

  if (halfDone) return <HalfDone signedIn={session.status === "signed-in"} />;
  const stuck = unreachable || (waited && session.status === "signed-in" && session.provisional);
  return (
    <div className="container-page grid min-h-[60dvh] content-center justify-items-center gap-6 py-16">
      <h1 className="sr-only">Signing you in</h1>
      {stuck ? (
        <ServerUnreachable className="max-w-lg" />
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          Signing you in...
        </p>
      )}
    </div>
  );
}

/** Starts the page anew once the server answers: the session is still in its address. */
function useReloadWhenHealthy(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      fetch("/healthz").then(
        ({ ok }) => ok && window.location.reload(),
        () => undefined,
      );
    }, HEALTH_MS);
    return () => clearInterval(timer);
  }, [active]);
}

export function meta() {
  return [{ title: "Signing you in · Summerstow" }];
}
