import { DeliveryStep } from "./steps/delivery-step";
import { GuestInfoStep } from "./steps/guest-info-step";
import { PasswordStep } from "./steps/password-step";
import { PickupStep } from "./steps/pickup-step";
import { ReviewStep } from "./steps/review-step";
import { SchoolStep } from "./steps/school-step";
import type { StepProps } from "./steps/step-props";
import { SupplyKitStep } from "./steps/supply-kit-step";
import { UserTypeStep } from "./steps/user-type-step";
import type { PlaceOfForm } from "./use-kept-place";
import type { UserType } from "./wizard-data";
import type { WizardState } from "./wizard-state";

export interface WizardStepProps extends Pick<StepProps, "change"> {
  state: WizardState;
  planNote: string | null;
  /** the bundle that was chosen before the wizard opened */
  planId: string | undefined;
  /** the place that is kept while the form is filled in */
  kept: PlaceOfForm;
  /** The reader's calendar day, for gentle words about dates. */
  today: string;
  onUserType: (userType: UserType) => void;
}

/** The content of the current step. */
export function WizardStep(all: WizardStepProps) {
  const { state, planNote, planId, kept, today, change, onUserType } = all;
  const { step, data, problems, signedIn } = state;
  const props = { data, problems, change };
  switch (step) {
    case "userType":
      return <UserTypeStep chosen={data.userType} signedIn={signedIn} onChoose={onUserType} />;
    case "guestInfo":
      return <GuestInfoStep {...props} />;
    case "passwordCreation":
      return <PasswordStep {...props} />;
    case "schoolSearch":
      return <SchoolStep {...props} />;
    case "supplyKit":
      return <SupplyKitStep {...props} today={today} />;
    case "pickup":
      return <PickupStep {...props} today={today} kept={kept} />;
    case "delivery":
      return <DeliveryStep {...props} today={today} />;
    case "signup":
      return <ReviewStep data={data} planNote={planNote} planId={planId} kept={kept} />;
  }
}
