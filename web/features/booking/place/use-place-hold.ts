import { placesKey } from "@api/bookings/places";
import { holdPlace, releasePlace } from "@api/bookings/places-held";
import { useCampusClock } from "@api/clock";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createPlaceKeeper, type PlaceState } from "./place-keeper";

export interface PlaceHold {
  place: PlaceState;
  /** Asks for a place in the window once more. */
  again: () => void;
  end: (booked: boolean) => void;
}

/** Keeps a place in the window that the form has chosen, from the moment it is chosen. */
export function usePlaceHold(
  campusId: number | null,
  pickupDate: string,
  pickupTime: string,
): PlaceHold {
  const queries = useQueryClient();
  const [place, setPlace] = useState<PlaceState>({ status: "none" });
  const [turn, setTurn] = useState(0);
  const [keeper] = useState(() =>
    createPlaceKeeper({
      hold: (window, holdId) =>
        // What is left of the window has changed, or was not as it was shown.
        holdPlace(window, holdId).finally(
          () => void queries.invalidateQueries({ queryKey: placesKey }),
        ),
      release: releasePlace,
      now: () => performance.now(),
      onChange: setPlace,
    }),
  );

  // A day that is over, in a form that is weeks old, has no places to ask for.
  const clock = useCampusClock();
  const over = clock.data ? pickupDate < clock.data.today : !clock.isError;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks once more for the same
  useEffect(() => {
    const chosen = campusId !== null && pickupDate !== "" && pickupTime !== "" && !over;
    keeper.choose(
      chosen ? { campus_id: campusId, pickup_date: pickupDate, pickup_time: pickupTime } : null,
    );
  }, [keeper, campusId, pickupDate, pickupTime, over, turn]);

  return { place, again: () => setTurn(turn + 1), end: keeper.end };
}
