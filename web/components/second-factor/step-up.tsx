import { onStepUp } from "@lib/auth/step-up";
import { lazy, Suspense, useEffect, useState } from "react";

const StepUpDialog = lazy(() => import("./step-up-dialog"));

interface Question {
  storageKey: string;
  answer: (shown: boolean) => void;
}

/** Asks for the second step again where money leaves, and lets the request go on after it. */
export function StepUp() {
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(
    () =>
      onStepUp(
        (storageKey) =>
          new Promise((answer) => {
            setQuestion({ storageKey, answer });
          }),
      ),
    [],
  );

  if (!question) return null;
  return (
    <Suspense>
      <StepUpDialog
        storageKey={question.storageKey}
        onClose={(shown) => {
          question.answer(shown);
          setQuestion(null);
        }}
      />
    </Suspense>
  );
}
