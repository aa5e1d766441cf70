import { Dialog, DialogContent, stayForToasts } from "@components/ui/dialog";
import {
  type Answers,
  answersFromStart,
  emptyAnswers,
  prefillOf,
  stepsFor,
  withConsequences,
} from "@features/booking/answers/answers";
import { missingIn, schemaOf } from "@features/booking/answers/step-schemas";
import { useLastTime } from "@features/booking/answers/use-last-time";
import { OnLeave } from "@features/booking/place/hold-note";
import { usePlaceHold } from "@features/booking/place/use-place-hold";
import { PriceBar, PricePanel } from "@features/booking/price/price-panel";
import { chosenPlan, hasWarning, useSeasonPrice } from "@features/booking/price/use-season-price";
import { BookingDone } from "@features/booking/submission/booking-done";
import { SubmissionAlert } from "@features/booking/submission/submission-alert";
import { useSubmission } from "@features/booking/submission/use-submission";
import { useSession } from "@lib/auth/session";
import { isTouch } from "@lib/browser/media";
import { useSchemaForm } from "@lib/forms/use-schema-form";
import type { BookingStart } from "@lib/site/booking-launcher";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { CloseQuestion } from "./close-question";
import { type Draft, forgetDraft, keepDraft, readDraft } from "./draft";
import { DraftOffer } from "./draft-offer";
import { COMPLETE, STEP_WORDS } from "./step-words";
import { useWizardSteps } from "./use-wizard-steps";
import { WizardFooter } from "./wizard-footer";
import { PackingSlip, WizardProgress } from "./wizard-progress";
import { WizardStep } from "./wizard-step";

/** How long 'Booking Complete!' stays before the wizard closes. */
const CLOSE_AFTER_MS = 2_000;

export interface WizardProps {
  open: boolean;
  start: BookingStart;
  /** The booking is stored. */
  onCompleted: () => void;
  onClose: () => void;
}

/** One run of the wizard, from empty answers to a stored booking. */
export function Wizard({ open, start, onCompleted, onClose }: WizardProps) {
  const session = useSession();
  const signedIn = session.status === "signed-in";
  const formId = useId();
  const heading = useRef<HTMLSpanElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [offered, setOffered] = useState<Draft | null>(readDraft);
  const [asking, setAsking] = useState(false);
  const { state: submission, complete } = useSubmission();
  const submitting = submission.status === "submitting";
  const completed = submission.status === "success" ? submission.completed : null;
  // An account created on the way has no part in a submission that is under way.
  const [bookedSignedIn, setBookedSignedIn] = useState(false);
  const withoutPassword = submitting || completed ? bookedSignedIn : signedIn;
  const steps = useWizardSteps(withoutPassword);
  const { step } = steps;

  const form = useSchemaForm({
    schema: schemaOf(step),
    defaultValues: emptyAnswers(start),
    onSend: () => (step === "signup" ? book() : steps.forward()),
    busy: submitting || completed !== null,
  });
  const answers = form.watch();
  const { isDirty, errors } = form.formState;
  const hold = usePlaceHold(answers.campusId, answers.pickupDate, answers.pickupTime);
  const price = useSeasonPrice(answers);

  function change(changes: Partial<Answers>) {
    const all = withConsequences(form.getValues(), changes);
    for (const [name, value] of Object.entries(all)) {
      form.setValue(name as keyof Answers, value, { shouldDirty: true });
      form.clearErrors(name as keyof Answers);
    }
  }

  async function book() {
    setBookedSignedIn(signedIn);
    const holdId = hold.place.status === "held" ? hold.place.holdId : null;
    if (
      !(await complete(
        { ...form.getValues(), plan: chosenPlan(price, answers.plan)?.id ?? "" },
        holdId,
      ))
    )
      return;
    hold.end(true);
    forgetDraft();
  }

  function resume({ step: reached, answers: typed }: Draft) {
    setOffered(null);
    form.reset(typed, { keepDefaultValues: true });
    // The password is not kept: it is asked for again, on the way to where one was.
    steps.go(signedIn || !AFTER_PASSWORD.has(reached) ? reached : "passwordCreation");
  }

  const profile = signedIn ? session.profile : null;
  const lastTime = useLastTime(profile?.id);
  const prefill = useEffectEvent(() => {
    if (!profile || submitting || completed) return;
    const known = { ...lastTime, ...prefillOf(profile), ...answersFromStart(start) };
    form.reset({ ...emptyAnswers(), ...known }, { keepDirtyValues: true });
    if (step === "passwordCreation") steps.go("schoolSearch", true);
    else if (start.again && lastTime && step === "userType") {
      const answers = form.getValues();
      steps.go(stepsFor(true).find((one) => missingIn(one, answers) !== null) ?? "signup");
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each who signs in
  useEffect(() => prefill(), [profile?.id, lastTime]);

  const resumeAtOnce = useEffectEvent(() => {
    if (start.resume && offered) resume(offered);
  });
  useEffect(() => resumeAtOnce(), []);

  useEffect(() => {
    if (isDirty && !completed) keepDraft(step, answers);
  }, [isDirty, completed, step, answers]);

  const finish = useEffectEvent(() => onCompleted());
  const close = useEffectEvent(() => onClose());
  useEffect(() => {
    if (!completed) return;
    finish();
    const closing = setTimeout(() => close(), CLOSE_AFTER_MS);
    return () => clearTimeout(closing);
  }, [completed]);

  const shown = completed ? "done" : step;
  useEffect(() => {
    if (!shown) return;
    top.current?.scrollIntoView({ block: "start" });
    // Where fingers press, a step of typed fields opens its keyboard by itself.
    const first = isTouch() ? emptyField(document.getElementById(formId)) : null;
    (first ?? heading.current)?.focus();
  }, [shown, formId]);

  useEffect(() => {
    if (submission.status === "error") top.current?.scrollIntoView({ block: "start" });
  }, [submission]);

  const refused = Object.keys(errors).length > 0;
  useEffect(() => {
    if (refused) document.getElementById(formId)?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [refused, formId]);

  function wantClose() {
    if (submitting) return;
    if (isDirty && !completed) setAsking(true);
    else onClose();
  }

  // The first answer leads on by itself; its Continue is for those who came back to it.
  const hasFooter = !completed && (step !== "userType" || answers.userType !== null);
  const priced = PRICED.has(step) && !completed;
  return (
    <Dialog open={open} onOpenChange={(next) => next || wantClose()}>
      <DialogContent
        inAddress
        size="lg"
        className="sm:not-short:h-[min(740px,100dvh-48px)]"
        title={
          <span
            ref={heading}
            tabIndex={-1}
            className="text-2xl outline-none max-[22rem]:text-xl short:text-lg"
          >
            {completed ? COMPLETE : STEP_WORDS[step].title}
          </span>
        }
        description={completed ? "Thank you." : `Step ${steps.index + 1} of ${steps.count}`}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          heading.current?.focus();
        }}
        keepsTyped
        onEscapeKeyDown={foldFirst}
        onInteractOutside={(event) => {
          stayForToasts(event);
          // A press beside it is no wish to lose anything.
          if (isDirty) event.preventDefault();
        }}
        {...(hasFooter
          ? {
              footer: (
                <>
                  {priced ? <PriceBar price={price} answers={answers} /> : null}
                  <WizardFooter
                    formId={formId}
                    step={step}
                    answers={answers}
                    submitting={submitting}
                    warned={hasWarning(price, step)}
                    onBack={steps.back}
                  />
                </>
              ),
            }
          : {})}
      >
        <OnLeave run={() => hold.end(completed !== null || submitting)} onBack={hold.again} />
        <div ref={top} className="scroll-mt-4">
          <WizardProgress step={step} signedIn={withoutPassword} done={completed !== null} />
          <div className="mt-5 grid gap-8 md:mt-6 md:grid-cols-[1fr_16rem] short:mt-2">
            {completed ? (
              <div className="md:col-span-2">
                <BookingDone completed={completed} />
              </div>
            ) : (
              <>
                <form
                  id={formId}
                  noValidate
                  className="grid min-w-0 content-start gap-5"
                  onKeyDown={submitOnEnter}
                  onSubmit={form.onSubmit}
                >
                  {step === "userType" && offered && !start.resume ? (
                    <DraftOffer
                      draft={offered}
                      onResume={() => resume(offered)}
                      onForget={() => {
                        forgetDraft();
                        setOffered(null);
                      }}
                    />
                  ) : null}
                  {step === "signup" && submission.status === "error" ? (
                    <SubmissionAlert failure={submission.failure} onMend={steps.go} />
                  ) : null}
                  <WizardStep
                    step={step}
                    form={form}
                    answers={answers}
                    signedIn={withoutPassword}
                    hold={hold}
                    price={price}
                    today={price?.today}
                    change={change}
                    onEdit={steps.go}
                  />
                </form>
                <div className="grid h-fit gap-4 md:sticky md:top-0 empty:hidden">
                  <PackingSlip answers={priced ? null : answers} boxes={steps.index} />
                  {priced ? <PricePanel price={price} answers={answers} change={change} /> : null}
                </div>
              </>
            )}
          </div>
        </div>
      </DialogContent>
      <CloseQuestion
        open={open && asking}
        onOpenChange={setAsking}
        onDiscard={() => {
          forgetDraft();
          onClose();
        }}
      />
    </Dialog>
  );
}

const AFTER_PASSWORD: ReadonlySet<string> = new Set([
  "schoolSearch",
  "supplyKit",
  "pickup",
  "delivery",
  "signup",
]);
const PRICED: ReadonlySet<string> = new Set(["supplyKit", "pickup", "delivery", "signup"]);
const INVALID = "[aria-invalid='true']";

/** Escape closes what is unfolded in the form first: a calendar on a phone, a list of residences. */
function foldFirst(event: globalThis.KeyboardEvent) {
  const target = event.target instanceof HTMLElement ? event.target : null;
  const unfolded = target?.closest("form")?.querySelector<HTMLElement>("[aria-expanded='true']");
  if (!unfolded) return;
  event.preventDefault();
  if (unfolded instanceof HTMLButtonElement) {
    unfolded.click();
    unfolded.focus();
  }
}

/** The first field that must be filled and is not; after another one, where it is filled in. */
function emptyField(form: HTMLElement | null, after?: HTMLElement): HTMLInputElement | undefined {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>("input[aria-required]") ?? [])];
  const from = after instanceof HTMLInputElement ? fields.indexOf(after) + 1 : 0;
  return fields.slice(from).find(({ value }) => value === "");
}

/**
 * The return key goes on to the next field that is empty, as a phone's keyboard promises, and
 * submits from answers and boxes too, which would swallow it by themselves.
 */
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLElement)) return;
  const next =
    event.target instanceof HTMLInputElement && event.target.value
      ? emptyField(event.currentTarget, event.target)
      : undefined;
  if (next) {
    event.preventDefault();
    next.focus();
    return;
  }
  const role = event.target.getAttribute("role");
  if (role !== "radio" && role !== "checkbox") return;
  event.preventDefault();
  const way = document.querySelector<HTMLButtonElement>(
    `button[type='submit'][form='${event.currentTarget.id}']`,
  );
  if (way && !way.disabled) event.currentTarget.requestSubmit();
}
