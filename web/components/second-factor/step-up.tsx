import { onStepUp } from "@lib/auth/step-up";
import { lazy, Suspense, useEffect, useState } from "react";

const StepUpDialog = lazy(() => import("./step-up-dialog"));

interface Question {
  storageKey: string;
  /** The requests that wait for it. */
  answers: ((isVerified: boolean) => void)[];
}

/** Asks for the second step again if a request needs a recent one, and lets the request go on after it. */
export function StepUp() {
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(
    () =>
      onStepUp(
        (storageKey) =>
          new Promise((answer) => {
            setQuestion((open) => ({ storageKey, answers: [...(open?.answers ?? []), answer] }));
          }),
      ),
    [],
  );

  if (!question) return null;
  return (
    <Suspense>
      <StepUpDialog
        storageKey={question.storageKey}
        onClose={(isVerified) => {
          for (const answer of question.answers) answer(isVerified);
          setQuestion(null);
        }}
      />
    </Suspense>
  );
}
