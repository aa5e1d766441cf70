import type { PickupWindow } from "@api/bookings/places-held";
import type { HeldPlace } from "@api/commands.types";

/** What is known of the place in the window that was chosen last. */
export type PlaceState =
  | { status: "none" }
  /** no limit in that window, or the server could not be reached: it decides when it is booked */
  | { status: "open" }
  | { status: "held"; holdId: string; until: number }
  | { status: "refused"; error: unknown };

export interface KeeperParts {
  hold: (window: PickupWindow, holdId: string | null) => Promise<HeldPlace>;
  release: (holdId: string) => Promise<unknown>;
  /** a clock that never jumps, in milliseconds */
  now: () => number;
  onChange: (place: PlaceState) => void;
}

export interface PlaceKeeper {
  /** Keeps a place in this window instead of the one before; null keeps none. */
  choose: (window: PickupWindow | null) => void;
  /** The form is over: what is held is free again, unless a booking has taken it over. */
  end: (booked: boolean) => void;
}

/**
 * Keeps one place for one form. Requests go out one after the other, each with what the one before
 * it held, so that a form that changes its mind quickly never keeps two.
 */
export function createPlaceKeeper(parts: KeeperParts): PlaceKeeper {
  let wanted: PickupWindow | null = null;
  let holdId: string | null = null;
  let line: Promise<void> = Promise.resolve();

  async function release(): Promise<void> {
    const held = holdId;
    holdId = null;
    // A place that could not be released falls back by itself.
    if (held) await parts.release(held).catch(() => undefined);
  }

  async function take(window: PickupWindow): Promise<void> {
    if (window !== wanted) return;
    let place: PlaceState;
    try {
      const answer = await parts.hold(window, holdId);
      holdId = answer.hold_id;
      place =
        answer.hold_id && answer.seconds !== null
          ? {
              status: "held",
              holdId: answer.hold_id,
              until: parts.now() + answer.seconds * 1_000,
            }
          : { status: "open" };
    } catch (error) {
      place = { status: "refused", error };
    }
    if (window === wanted) parts.onChange(place);
  }

  return {
    choose(window) {
      wanted = window;
      parts.onChange({ status: "none" });
      line = line.then(() => (window ? take(window) : release()));
    },
    end(booked) {
      wanted = null;
      line = line.then(() => {
        if (booked) holdId = null;
        return release();
      });
    },
  };
}
