import {
  type FreeWindow,
  freeWindows,
  type PickupWindow,
  waitForPlace,
} from "@api/bookings/places-held";
import type { ApiError } from "@api/errors";
import { FullWindow } from "@components/full-window";
import { refusalOf } from "@features/customer/booking/refusal";
import { useMutation } from "@tanstack/react-query";

/** What to do about a full window: take another one, or wait for a place in it. */
export function FullWindowHelp({
  error,
  wanted,
  onChoose,
}: {
  error: ApiError;
  wanted: PickupWindow;
  onChoose: (free: FreeWindow) => void;
}) {
  const wait = useMutation({ mutationFn: () => waitForPlace(wanted), networkMode: "always" });
  const free = freeWindows(error);
  const waiting = wait.data
    ? `You are number ${wait.data.place} on the list. We write to ${wait.data.email} as soon as a place is free.`
    : wait.error
      ? refusalOf(wait.error)
      : null;
  return (
    <FullWindow
      message={error.message}
      alternatives={free.map(({ words }) => words)}
      onChoose={(index) => {
        const chosen = free[index];
        if (chosen) onChoose(chosen);
      }}
      waiting={waiting}
      busy={wait.isPending}
      onWait={() => wait.mutate()}
    />
  );
}
