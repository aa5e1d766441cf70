import { useSyncExternalStore } from "react";

/** Whether a media query holds; false while a page is built ahead. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", notify);
      return () => list.removeEventListener("change", notify);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Whether fingers press here, which is when a press less is worth a keyboard or a calendar more. */
export function isTouch(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}

/** Below 768 px: the phone layout. */
const PHONE = "(width < 768px)";

/** A phone on its side, or one whose keyboard is open. */
export const SHORT = "(height < 480px)";

/** No room for anything beside or above what is being edited. */
export const TIGHT = `${PHONE}, ${SHORT}`;
