import { type RefObject, useLayoutEffect, useRef } from "react";

/** Longer than the second tap of a hasty thumb, shorter than a decision. */
const SETTLE_MS = 600;

/**
 * Marks `element` with `data-settling` for a moment after `what` changed, so that a tap meant for
 * what was under the finger does not do the same to what came there. The style switches it off.
 */
export function useSettling(element: RefObject<HTMLElement | null>, what: string): void {
  const shown = useRef(what);
  useLayoutEffect(() => {
    if (shown.current === what) return;
    shown.current = what;
    const marked = element.current;
    if (!marked) return;
    marked.dataset.settling = "";
    const timer = setTimeout(() => delete marked.dataset.settling, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [element, what]);
}
