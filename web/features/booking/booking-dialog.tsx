import { Wizard, type WizardProps } from "./wizard/wizard";

/** The booking wizard; each opening is a new run, with nothing of the one before. */
export default function BookingDialog({ run, ...props }: WizardProps & { run: string }) {
  return <Wizard key={run} {...props} />;
}
