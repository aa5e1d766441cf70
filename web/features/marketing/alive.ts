import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while the page is what was prerendered, true once it has come alive. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
