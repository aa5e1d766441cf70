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

/** Below 768 px: the phone layout. */
export const PHONE = "(width < 768px)";
