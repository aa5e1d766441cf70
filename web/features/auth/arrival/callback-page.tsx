import { ServerUnreachable } from "@components/ui/error-state";
import { Spinner } from "@components/ui/spinner";
import { addressCarriesCode, authClient } from "@lib/auth/client";
import { useSession } from "@lib/auth/session";
import { pendingInvitation } from "@lib/site/friend-links";
import { pageTitle } from "@lib/site/page-title";
import { toast } from "@lib/toast";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import {
  type CallbackProblem,
  callbackFlow,
  callbackProblem,
  isHalfDone,
  landing,
} from "./callback-outcome";
import { HalfDone } from "./half-done";
import { ReplaceSession } from "./replace-session";
import { useArrival } from "./use-arrival";
import { useReloadWhenHealthy } from "./use-reload-when-healthy";

const DELAY_MS = 500;

const SUCCESS_WORDS = {
  email_change: "Your email address is changed.",
  link: "Your Google account is connected.",
};

/** Where mail links and other providers return to: waits for the session, then goes on by role. */
export default function CallbackPage() {
  const session = useSession();
  const arrival = useArrival();
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
    if (["working", "ask", "unreachable"].includes(arrival.status)) return;
    if (arrival.status === "half" || isHalfDone(window.location)) {
      setHalfDone(true);
      return;
    }
    // The session follows its client a moment later.
    if (arrival.status === "done" && session.user?.id !== arrival.userId) return;
    const dashboard = landing(session);
    // A role that cannot be read yet is read again until the server answers.
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

    const problem =
      arrival.status === "failed" ? arrival.problem : callbackProblem(window.location);
    const flow = callbackFlow(window.location);
    const target = dashboard && flow ? "/account" : dashboard;
    // A code that stays in the address was not taken: what was begun here did not come about.
    if (problem && (problem.kind !== "elsewhere" || (target && flow === "link")))
      fail(target ?? "/auth", problem);
    else if (target) {
      if (flow) toast.success(SUCCESS_WORDS[flow]);
      // A friend's invitation led to this sign-up.
      leave((flow ? null : pendingInvitation()) ?? target);
    } else if (session.status === "second-factor") leave("/auth");
    else {
      const askForSignIn = () => {
        toast.error("Sign in required", { description: "Please sign in to continue." });
        leave("/auth", problem ?? undefined);
      };
      if (!addressCarriesCode(window.location)) askForSignIn();
      else {
        // The client leaves the code where it is when it could not exchange it.
        void authClient()
          .then((auth) => auth.initialize())
          .then(({ error }) =>
            error?.name === "AuthRetryableFetchError" ? setUnreachable(true) : askForSignIn(),
          );
      }
    }
  }, [waited, session, arrival, navigate]);

  useReloadWhenHealthy(unreachable);

  if (arrival.status === "ask")
    return (
      <ReplaceSession
        arrival={arrival}
        onStay={() => void navigate("/dashboard", { replace: true })}
      />
    );
  if (halfDone) return <HalfDone signedIn={session.status === "signed-in"} />;
  const stuck =
    unreachable ||
    arrival.status === "unreachable" ||
    (waited && session.status === "signed-in" && session.provisional);
  return (
    <div className="container-page grid min-h-dvh content-center justify-items-center gap-6 py-16">
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

export function meta() {
  return [{ title: pageTitle("Signing you in") }];
}
