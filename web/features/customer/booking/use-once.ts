import { useRef } from "react";

/**
 * Lets one run of an action be under way at a time: the second of two quick presses comes before
 * the screen knows of the first, and is passed over.
 */
export function useOnce(): (action: () => Promise<unknown>) => void {
  const busy = useRef(false);
  return (action) => {
    if (busy.current) return;
    busy.current = true;
    action()
      // The mutation itself keeps why it failed.
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
      });
  };
}
