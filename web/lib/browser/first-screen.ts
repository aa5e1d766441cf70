import { useEffect } from "react";

/** So long after the page's load the first screen has what it shows, on a slow network too. */
const STANDS_AFTER_MS = 3_000;
const PRESSES = ["pointerdown", "keydown"] as const;

let stands: Promise<void> | undefined;

/** Resolve when the first screen stands: at the first press, or some seconds after the load. */
export function firstScreen(): Promise<void> {
  stands ??= new Promise((resolve) => {
    const settle = () => {
      for (const type of PRESSES) removeEventListener(type, settle, true);
      resolve();
    };
    for (const type of PRESSES) addEventListener(type, settle, { capture: true, passive: true });
    const wait = () => setTimeout(settle, STANDS_AFTER_MS);
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
  });
  return stands;
}

/**
 * Fetch code that the first screen does without: at the first press of a key or the pointer, or
 * some seconds after the page's load. A failure is ignored; the code is loaded again when it is used.
 */
export function useAfterFirstScreen(load: () => Promise<unknown>, wanted = true): void {
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void firstScreen().then(() => {
      if (!left) load().catch(() => {});
    });
    return () => {
      left = true;
    };
  }, [load, wanted]);
}
