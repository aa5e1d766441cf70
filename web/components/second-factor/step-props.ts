import type { Factor } from "@supabase/auth-js";

/** The props of each form for the second step. */
export interface StepProps {
  factor: Factor;
  /** Whose session is raised; the main one without it. */
  storageKey?: string | undefined;
  /** Called once the step is passed. */
  onDone: () => void;
}
