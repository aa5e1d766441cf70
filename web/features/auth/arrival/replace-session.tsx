import { AuthProblem } from "@components/auth-problem";
import { Button } from "@components/ui/button";
import { AuthFrame } from "@features/auth/auth-frame";
import { type AuthFailure, asFailure } from "@lib/auth/failure";
import { useState } from "react";
import type { ArrivalState } from "./use-arrival";

export interface ReplaceSessionProps {
  arrival: Extract<ArrivalState, { status: "ask" }>;
  /** Goes on as the person who was signed in already. */
  onStay: () => void;
}

/** A link of one account, opened where another is signed in: the user chooses between them. */
export function ReplaceSession({ arrival, onStay }: ReplaceSessionProps) {
  const { next, current, accept, decline } = arrival;
  const [busy, setBusy] = useState<"accept" | "decline" | null>(null);
  const [failure, setFailure] = useState<AuthFailure | null>(null);

  async function run(which: "accept" | "decline") {
    setBusy(which);
    setFailure(null);
    try {
      await (which === "accept" ? accept() : decline());
      if (which === "decline") onStay();
    } catch (error) {
      console.error("Switching accounts failed:", error);
      setFailure(asFailure(error));
      setBusy(null);
    }
  }

  return (
    <AuthFrame
      title="Switch accounts?"
      lede="The link you opened belongs to a different account than the one signed in here."
    >
      <div className="grid gap-5">
        <dl className="grid gap-3">
          <Account label="Signed in now" address={current} />
          <Account label="The link is for" address={next} />
        </dl>
        <p className="text-sm text-muted">If you didn't ask for this link, stay where you are.</p>
        <AuthProblem failure={failure} fallback="That didn't work. Please try again." />
        <div className="grid gap-3">
          <Button
            className="h-12 text-base"
            busy={busy === "decline"}
            disabled={busy === "accept"}
            onClick={() => void run("decline")}
          >
            Stay signed in
          </Button>
          <Button
            variant="secondary"
            className="h-12 text-base"
            busy={busy === "accept"}
            disabled={busy === "decline"}
            onClick={() => void run("accept")}
          >
            Switch to the other account
          </Button>
        </div>
      </div>
    </AuthFrame>
  );
}

function Account({ label, address }: { label: string; address: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-semibold wrap-anywhere">{address}</dd>
    </div>
  );
}
