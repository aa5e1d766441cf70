import type { PointerEvent } from "react";

/**
 * Handlers that act as soon as the pointer or Tab reaches an element.
 *
 * React makes its "enter" of the pair "out of one element, over the next". Where a dialog was taken
 * from under the pointer the first never arrives, and nothing would be entered.
 */
export function whenPointedAt(act: () => void) {
  return {
    onPointerOver: ({ currentTarget, relatedTarget }: PointerEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) act();
    },
    onFocus: act,
  };
}
