import { bookingKeys, createBooking } from "@api/bookings/booking";
import { placesKey } from "@api/bookings/places";
import { useCampusClock } from "@api/clock";
import { slotKeys } from "@api/pickups/slots";
import type { Answers } from "@features/booking/answers/answers";
import { COMPLETE } from "@features/booking/wizard/step-words";
import { useSession } from "@lib/auth/session";
import { newId } from "@lib/browser/new-id";
import { forgetReferral, readReferral } from "@lib/site/friend-links";
import { toast } from "@lib/toast";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type CompletedBooking, completedBooking, keepCompleted } from "./completed-booking";
import { createAccount } from "./create-account";
import { createSubmission, SubmissionError } from "./submit-booking";

export type SubmissionState =
  | { status: "idle" }
  | { status: "submitting" }
  | { status: "success"; completed: CompletedBooking }
  | { status: "error"; failure: SubmissionError };

/** The submission of one wizard run, its state, and its toasts. */
export function useSubmission() {
  const session = useSession();
  const queries = useQueryClient();
  const utcOffset = useCampusClock().data?.utc_offset;
  const [state, setState] = useState<SubmissionState>({ status: "idle" });
  // One for the whole run, as what is sent again must be the same word for word.
  const [referral] = useState(() => readReferral());
  const [submit] = useState(() =>
    createSubmission({
      createAccount,
      createBooking: (booking, key) =>
        createBooking({ ...booking, ...(referral ? { referral_code: referral } : {}) }, key),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      newKey: newId,
    }),
  );
  const busy = useRef(false);

  /** Whether it is stored now. */
  async function complete(answers: Answers, holdId: string | null): Promise<boolean> {
    if (busy.current) return false;
    busy.current = true;
    setState({ status: "submitting" });
    try {
      const { account, stored } = await submit(answers, session.user?.id ?? null, holdId);
      const completed = completedBooking(answers, account, stored, utcOffset);
      setState({ status: "success", completed });
      keepCompleted(completed);
      forgetReferral();
      // The wizard says what is next; the toast would only cover the same words.
      toast.success(COMPLETE);
      void queries.invalidateQueries({ queryKey: bookingKeys.all });
      return true;
    } catch (error) {
      const failure = error instanceof SubmissionError ? error : new SubmissionError("");
      if (failure !== error) console.error("The booking could not be submitted:", error);
      setState({ status: "error", failure });
      // The red box says why; the toast would only cover the buttons with the same words.
      toast.error("Booking Failed");
      return false;
    } finally {
      busy.current = false;
      void queries.invalidateQueries({ queryKey: slotKeys.all });
      void queries.invalidateQueries({ queryKey: placesKey });
    }
  }

  return { state, complete };
}
