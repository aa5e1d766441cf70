import type { Factor } from "@supabase/auth-js";

/** What each way of passing the second step is given. */
export interface StepProps {
  factor: Factor;
  /** Whose session is raised; the main one without it. */
  storageKey?: string | undefined;
  /** Called once the step is passed. */
  onDone: () => void;
}
