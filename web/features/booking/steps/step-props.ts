import type { Answers, Change, Step } from "@features/booking/answers/answers";
import type { PlaceHold } from "@features/booking/place/use-place-hold";
import type { Priced } from "@features/booking/price/use-season-price";
import type { UseFormReturn } from "react-hook-form";

/** What each step's fields take: the form, its answers so far, the way to change several. */
export interface StepProps {
  form: Pick<UseFormReturn<Answers, unknown, Answers>, "register"> & {
    errorOf: (name: keyof Answers) => string | undefined;
  };
  answers: Answers;
  change: Change;
  signedIn: boolean;
  /** the place that is held while the form is filled in */
  hold: PlaceHold;
  price: Priced;
  /** The campus day; undefined until the server has answered. */
  today: string | undefined;
  /** To a step that something is mended at, and back from there. */
  onEdit: (step: Step) => void;
}
