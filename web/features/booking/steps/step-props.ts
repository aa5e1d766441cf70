import type { Answers, Change, Step } from "@features/booking/answers/answers";
import type { PlaceOfForm } from "@features/booking/place/use-kept-place";
import type { Priced } from "@features/booking/price/use-season-price";
import type { UseFormReturn } from "react-hook-form";

/** What each step's fields are given: the form, its answers so far, the way to change several. */
export interface StepProps {
  form: Pick<UseFormReturn<Answers, unknown, Answers>, "register"> & {
    errorOf: (name: keyof Answers) => string | undefined;
  };
  answers: Answers;
  change: Change;
  signedIn: boolean;
  /** the place that is kept while the form is filled in */
  kept: PlaceOfForm;
  price: Priced;
  /** The campus day; undefined until the server has said it. */
  today: string | undefined;
  /** To a step that something is mended at, and back from there. */
  onEdit: (step: Step) => void;
}
