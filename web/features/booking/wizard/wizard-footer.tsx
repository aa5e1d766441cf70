import { Button } from "@components/ui/button";
import type { Answers, Step } from "@features/booking/answers/answers";
import { missingIn, waitsForAnswers } from "@features/booking/answers/step-schemas";
import { terms } from "@lib/site/published";
import { COMPLETING, STEP_WORDS } from "./step-words";

const MINIMUM_AGE = terms.minimum_age;

export interface WizardFooterProps {
  formId: string;
  step: Step;
  answers: Answers;
  submitting: boolean;
  /** whether this step warns of a date that probably does not fit */
  warned: boolean;
  onBack: () => void;
}

const NOTE = "text-xs text-muted max-sm:w-full sm:order-2 sm:max-w-64 short:order-2 short:w-auto";

/** Back and the one way on, within the thumb's reach; what is still missing is named beside it. */
export function WizardFooter({
  formId,
  step,
  answers,
  submitting,
  warned,
  onBack,
}: WizardFooterProps) {
  const waits = waitsForAnswers(step);
  const missing = waits ? missingIn(step, answers) : null;
  const last = step === "signup";
  return (
    <>
      {waits ? (
        <p id={`${formId}-missing`} className={NOTE}>
          {missing ?? (warned ? WARNED : adviceFor(step, answers))}
        </p>
      ) : null}
      {last ? <Terms id={`${formId}-terms`} parent={answers.userType === "parent"} /> : null}
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
        disabled={missing !== null}
        className="h-auto min-h-12 leading-tight max-sm:flex-1 max-sm:px-4 max-sm:whitespace-normal sm:order-3 sm:min-h-11 sm:min-w-36"
        {...(waits || last
          ? { "aria-describedby": `${formId}-${last ? "terms" : "missing"}` }
          : {})}
      >
        {last && submitting ? COMPLETING : STEP_WORDS[step].forward}
      </Button>
    </>
  );
}

const WARNED = "Please read the warning above. You can still go on.";

function adviceFor(step: Step, { residenceType, buildingName, street }: Answers): string {
  const place = residenceType === "other" ? street : buildingName;
  if (step === "pickup" && !place.trim()) return "You can add the pickup place later.";
  return "All set for the next step";
}

/** What completing agrees to. The pages open beside the booking, which stays as it is. */
function Terms({ id, parent }: { id: string; parent: boolean }) {
  const link = "font-semibold text-ink underline underline-offset-2";
  return (
    <p id={id} className={NOTE}>
      By completing you agree to the{" "}
      <a href="/terms" target="_blank" rel="noreferrer" className={link}>
        Terms & Conditions
      </a>{" "}
      and{" "}
      <a href="/privacy" target="_blank" rel="noreferrer" className={link}>
        Privacy
      </a>{" "}
      page, and confirm that you are at least {MINIMUM_AGE}
      {parent ? "" : " (a parent books for anyone younger)"}.
    </p>
  );
}
