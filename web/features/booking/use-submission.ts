import { bookingKeys, createBooking } from "@api/bookings";
import { useCampusClock } from "@api/clock";
import { slotKeys } from "@api/slots";
import { forgetReferral, keptReferral } from "@lib/friend-links";
import { useSession } from "@lib/session";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { type CompletedBooking, nextStepAfter } from "./completed-booking";
import { createAccount } from "./create-account";
import { COMPLETE } from "./step-words";
import { createSubmission, SubmissionError } from "./submit-booking";
import { placesKey } from "./use-kept-place";
import type { WizardData } from "./wizard-data";

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
  const [referral] = useState(() => keptReferral());
  const [submit] = useState(() =>
    createSubmission({
      createAccount,
      createBooking: (booking, key) =>
        createBooking({ ...booking, ...(referral ? { referral_code: referral } : {}) }, key),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      newKey,
    }),
  );
  const busy = useRef(false);

  /** Whether it is stored now. */
  async function complete(
    data: WizardData,
    note: string | null,
    holdId: string | null,
  ): Promise<boolean> {
    if (busy.current) return false;
    busy.current = true;
    setState({ status: "submitting" });
    try {
      const { account, heldUntil } = await submit(data, session.user?.id ?? null, note, holdId);
      const completed = { email: data.email.trim(), account, heldUntil, utcOffset };
      setState({ status: "success", completed });
      forgetReferral();
      toast.success(COMPLETE, { description: nextStepAfter(completed) });
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

/** A key that nobody else has; pages that are not served over https lack randomUUID. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
