import { Button } from "@components/ui/button";
import { COMPLETING, STEP_WORDS } from "./step-words";
import { problemsOf, waitsForAnswers } from "./wizard-rules";
import type { WizardState } from "./wizard-state";

export interface WizardFooterProps {
  formId: string;
  state: WizardState;
  submitting: boolean;
  onBack: () => void;
}

/** Back and the one way on, within the thumb's reach; what is still missing is said beside it. */
export function WizardFooter({ formId, state, submitting, onBack }: WizardFooterProps) {
  const { step, data } = state;
  const waits = waitsForAnswers(step);
  const missing = problemsOf(step, data);
  const disabled = waits && missing.length > 0;
  const last = step === "signup";
  return (
    <>
      {waits ? (
        <p
          id={`${formId}-missing`}
          className="text-xs text-muted max-sm:order-first max-sm:w-full sm:order-2"
        >
          {missing[0]?.message ?? "All set for the next step"}
        </p>
      ) : null}
      {step === "userType" ? null : (
        <Button
          variant="secondary"
          className="h-12 sm:order-1 sm:mr-auto sm:h-11"
          disabled={submitting}
          onClick={onBack}
        >
          Back
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        busy={submitting}
        disabled={disabled}
        className="h-auto min-h-12 leading-tight max-sm:flex-1 max-sm:px-4 max-sm:whitespace-normal sm:order-3 sm:min-h-11 sm:min-w-36"
        {...(waits ? { "aria-describedby": `${formId}-missing` } : {})}
      >
        {last && submitting ? COMPLETING : STEP_WORDS[step].forward}
      </Button>
    </>
  );
}
