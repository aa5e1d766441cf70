import { type Auth, authClient } from "@lib/auth/client";
import { type AuthFailure, asFailure } from "@lib/auth/failure";
import { useState } from "react";

export interface Attempt {
  busy: boolean;
  /** Why the newest try failed; null before, during and after a good one. */
  failure: AuthFailure | null;
  /** Runs the step; true when nothing was thrown. */
  attempt: (step: (auth: Auth) => Promise<void>) => Promise<boolean>;
  forget: () => void;
}

/**
 * One accounts call of a form at a time: busy while it runs, its failure logged and returned.
 * @param storageKey whose session it is about; the main one by default.
 */
export function useAttempt(name: string, storageKey?: string): Attempt {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);

  async function attempt(step: (auth: Auth) => Promise<void>): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      await step(await authClient(storageKey));
      return true;
    } catch (thrown) {
      console.error(`${name} failed:`, thrown);
      setFailure(asFailure(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, failure, attempt, forget: () => setFailure(null) };
}
