import { bookingKeys } from "@api/bookings/booking";
import { stepFailure } from "@api/errors";
import { onceKeys } from "@api/once";
import { pickupKeys } from "@api/pickups/pickups";
import { queueKeys } from "@api/pickups/queue";
import { runKeys } from "@api/pickups/runs";
import { slotKeys } from "@api/pickups/slots";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** What hangs on a booking: read again after each step. */
const FOLLOWS = [
  bookingKeys.all,
  queueKeys.all,
  slotKeys.all,
  pickupKeys.all,
  ["customer-file"],
  ["payments"],
  runKeys.all,
];

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
    onSettled: () => {
      for (const queryKey of FOLLOWS) void queries.invalidateQueries({ queryKey });
    },
  });
  return { ...step, problem: step.error ? stepFailure(step.error) : null };
}
