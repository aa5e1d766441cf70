import { DialogContent } from "@components/ui/dialog";
import type { BookingStart } from "@lib/booking-launcher";
import { toDay } from "@lib/dates";
import { useSession } from "@lib/session";
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useReducer,
  useRef,
  useState,
} from "react";
import { BookingDone } from "./booking-done";
import type { CompletedBooking } from "./completed-booking";
import { OnLeave } from "./kept-note";
import { planNoteOf } from "./plan-note";
import { COMPLETE, STEP_WORDS } from "./step-words";
import { SubmissionAlert } from "./submission-alert";
import { useKeptPlace } from "./use-kept-place";
import { useSubmission } from "./use-submission";
import { emptyData, prefillOf } from "./wizard-data";
import { WizardFooter } from "./wizard-footer";
import { PackingSlip, WizardProgress } from "./wizard-progress";
import { openedWizard, placeOf, wizardReducer } from "./wizard-state";
import { WizardStep } from "./wizard-step";

/** How long 'Booking Complete!' stays before the wizard closes. */
const CLOSE_AFTER_MS = 2_000;

export interface WizardProps {
  start: BookingStart;
  /** Whether the dialog may be closed: not while a booking is on its way. */
  onBusyChange: (busy: boolean) => void;
  /** The booking is stored. */
  onCompleted: (completed: CompletedBooking) => void;
  onClose: () => void;
}

/** One run of the wizard, from empty data to a stored booking. */
export function Wizard({ start, onBusyChange, onCompleted, onClose }: WizardProps) {
  const session = useSession();
  const formId = useId();
  const heading = useRef<HTMLSpanElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [state, dispatch] = useReducer(wizardReducer, start.campusId, (campusId) =>
    openedWizard(emptyData(campusId)),
  );
  const [today] = useState(() => toDay(new Date()));
  const { state: submission, complete } = useSubmission();
  const { campusId, pickupDate, pickupTime } = state.data;
  const kept = useKeptPlace(campusId, pickupDate, pickupTime);
  const planNote = planNoteOf(start);
  const submitting = submission.status === "submitting";
  const completed = submission.status === "success" ? submission.completed : null;

  useEffect(() => {
    // An account made on the way has no part in a submission that is under way.
    if (session.status !== "signed-in" || state.signedIn || submitting || completed) return;
    dispatch({ type: "signedIn", prefill: prefillOf(state.data, session.profile) });
  }, [session, state.signedIn, state.data, submitting, completed]);

  useEffect(() => onBusyChange(submitting), [submitting, onBusyChange]);

  const report = useEffectEvent(onCompleted);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!completed) return;
    report(completed);
    const closing = setTimeout(() => close(), CLOSE_AFTER_MS);
    return () => clearTimeout(closing);
  }, [completed]);

  const shown = completed ? "done" : state.step;
  useEffect(() => {
    if (!shown) return;
    top.current?.scrollIntoView({ block: "start" });
    heading.current?.focus();
  }, [shown]);

  useEffect(() => {
    if (submission.status === "error") top.current?.scrollIntoView({ block: "start" });
  }, [submission]);

  useEffect(() => {
    const [first] = state.problems;
    if (first) document.getElementById(formId)?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [state.problems, formId]);

  async function book() {
    const holdId = kept.place.status === "kept" ? kept.place.holdId : null;
    if (await complete(state.data, planNote, holdId)) kept.end(true);
  }

  function goOn() {
    if (submitting || completed) return;
    if (state.step === "signup") void book();
    else dispatch({ type: "continued" });
  }

  const { index, count } = placeOf(state);
  // The first answer leads on by itself; its Continue is for those who came back to it.
  const hasFooter = !completed && (state.step !== "userType" || state.data.userType !== null);
  return (
    <DialogContent
      size="lg"
      className="sm:h-[min(740px,100dvh-48px)]"
      title={
        <span ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {completed ? COMPLETE : STEP_WORDS[state.step].title}
        </span>
      }
      description={completed ? "Thank you." : `Step ${index + 1} of ${count}`}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        heading.current?.focus();
      }}
      onEscapeKeyDown={foldFirst}
      {...(hasFooter
        ? {
            footer: (
              <WizardFooter
                formId={formId}
                state={state}
                submitting={submitting}
                onBack={() => dispatch({ type: "wentBack" })}
              />
            ),
          }
        : {})}
    >
      <OnLeave run={() => kept.end(completed !== null)} />
      <div ref={top} className="scroll-mt-4">
        <WizardProgress step={state.step} signedIn={state.signedIn} done={completed !== null} />
        <div className="mt-5 grid gap-8 md:mt-6 md:grid-cols-[1fr_16rem]">
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
                onSubmit={(event) => {
                  event.preventDefault();
                  goOn();
                }}
              >
                {state.step === "signup" && submission.status === "error" ? (
                  <SubmissionAlert
                    failure={submission.failure}
                    onMend={(step) => dispatch({ type: "jumped", step })}
                  />
                ) : null}
                <WizardStep
                  state={state}
                  planNote={planNote}
                  planId={start.planId}
                  kept={kept}
                  today={today}
                  change={(changes) => dispatch({ type: "changed", changes })}
                  onUserType={(userType) => dispatch({ type: "continued", changes: { userType } })}
                />
              </form>
              <PackingSlip data={state.data} boxes={index} />
            </>
          )}
        </div>
      </div>
    </DialogContent>
  );
}

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

/** The return key submits from answers and boxes too, which would swallow it by themselves. */
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLElement)) return;
  const role = event.target.getAttribute("role");
  if (role !== "radio" && role !== "checkbox") return;
  event.preventDefault();
  const way = document.querySelector<HTMLButtonElement>(
    `button[type='submit'][form='${event.currentTarget.id}']`,
  );
  if (way && !way.disabled) event.currentTarget.requestSubmit();
}
