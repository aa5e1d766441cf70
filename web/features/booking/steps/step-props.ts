import type { WizardData } from "../wizard-data";
import type { Problem } from "../wizard-rules";

/** What each step's form is given: the answers so far, the way to change them, what is wrong. */
export interface StepProps {
  data: WizardData;
  problems: readonly Problem[];
  change: (changes: Partial<WizardData>) => void;
}

/** The message of one field, as `error` for its Field; nothing while there is none. */
export function errorOf(
  problems: readonly Problem[],
  field: keyof WizardData,
): { error: string } | Record<never, never> {
  const message = problems.find((problem) => problem.field === field)?.message;
  return message ? { error: message } : {};
}
