import type { Answers, Step } from "@features/booking/answers/answers";
import { DeliveryStep } from "@features/booking/steps/delivery-step";
import { GuestInfoStep } from "@features/booking/steps/guest-info-step";
import { PasswordStep } from "@features/booking/steps/password-step";
import { PickupStep } from "@features/booking/steps/pickup-step";
import { ReviewStep } from "@features/booking/steps/review-step";
import { SchoolStep } from "@features/booking/steps/school-step";
import type { StepProps } from "@features/booking/steps/step-props";
import { SupplyKitStep } from "@features/booking/steps/supply-kit-step";
import { UserTypeStep } from "@features/booking/steps/user-type-step";

const STEP_CONTENTS: Record<Step, (props: StepProps) => React.ReactNode> = {
  userType: UserTypeStep,
  guestInfo: GuestInfoStep,
  passwordCreation: PasswordStep,
  schoolSearch: SchoolStep,
  supplyKit: SupplyKitStep,
  pickup: PickupStep,
  delivery: DeliveryStep,
  signup: ReviewStep,
};

/** The content of the current step. */
export function WizardStep({ step, ...props }: StepProps & { step: Step; answers: Answers }) {
  const Content = STEP_CONTENTS[step];
  return <Content {...props} />;
}
