import { type Step, stepsFor, type WizardData } from "./wizard-data";
import { type Problem, problemsOf } from "./wizard-rules";

export interface WizardState {
  step: Step;
  data: WizardData;
  /** Shown after an attempt to go on; each goes away when its field is changed. */
  problems: readonly Problem[];
  /** Whether this run is a signed-in customer's: there is no password step then. */
  signedIn: boolean;
  /** Where Continue leads after a jump back to mend something, instead of the next step. */
  returnTo: Step | null;
}

export type WizardAction =
  | { type: "changed"; changes: Partial<WizardData> }
  | { type: "continued"; changes?: Partial<WizardData> }
  | { type: "wentBack" }
  | { type: "jumped"; step: Step }
  | { type: "signedIn"; prefill: Partial<WizardData> };

export function openedWizard(data: WizardData): WizardState {
  return { step: "userType", data, problems: [], signedIn: false, returnTo: null };
}

/** The wizard as a pure machine: an answer, a step on, a step back, a jump to mend something. */
export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case "changed":
      return withChanges(state, action.changes);
    case "continued":
      return continued(action.changes ? withChanges(state, action.changes) : state);
    case "wentBack":
      return { ...state, step: neighbour(state, -1), problems: [], returnTo: null };
    case "jumped":
      return { ...state, step: action.step, problems: [], returnTo: state.step };
    case "signedIn": {
      const step = state.step === "passwordCreation" ? "schoolSearch" : state.step;
      return { ...state, step, signedIn: true, data: { ...state.data, ...action.prefill } };
    }
  }
}

/** Number of the current step from 0, and how many there are. */
export function placeOf({ step, signedIn }: WizardState): { index: number; count: number } {
  const steps = stepsFor(signedIn);
  return { index: steps.indexOf(step), count: steps.length };
}

function continued(state: WizardState): WizardState {
  const problems = problemsOf(state.step, state.data);
  if (problems.length > 0) return { ...state, problems };
  const step = state.returnTo ?? neighbour(state, 1);
  return { ...state, step, problems: [], returnTo: null };
}

function neighbour({ step, signedIn }: WizardState, shift: 1 | -1): Step {
  const steps = stepsFor(signedIn);
  return steps[steps.indexOf(step) + shift] ?? step;
}

function withChanges(state: WizardState, changes: Partial<WizardData>): WizardState {
  const data = { ...state.data, ...changes };
  if (changes.university !== undefined && changes.university !== state.data.university) {
    data.campus = "";
    data.campusId = null;
  }
  // A residence belongs to its campus; an address of one's own stays.
  if (data.campusId !== state.data.campusId && data.residenceType === "on_campus") {
    data.buildingName = "";
    data.address = "";
  }
  const problems = state.problems.filter(({ field }) => !(field in changes));
  return { ...state, data, problems };
}
