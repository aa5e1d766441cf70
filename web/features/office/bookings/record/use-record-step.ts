import { refreshAfterBooking } from "@api/bookings/refresh-after-booking";
import { stepFailure } from "@api/errors";
import { onceKeys } from "@api/once";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** One step on a booking's record, sent once however often it is pressed; all lists follow. */
export function useRecordStep<Args, Answer>(
  send: (args: Args, key: string) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const queries = useQueryClient();
  const [keys] = useState(onceKeys);
  const step = useMutation({
    mutationFn: (args: Args) => send(args, keys.keyFor(args)),
    networkMode: "always",
    onSuccess: (answer) => {
      keys.done();
      onDone(answer);
    },
    onSettled: () => refreshAfterBooking(queries),
  });
  return { ...step, problem: step.error ? stepFailure(step.error) : null };
}
