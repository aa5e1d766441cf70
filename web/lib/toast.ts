import type { ExternalToast, toast as Library } from "sonner";

type Toasts = typeof Library;
type Kind = "success" | "error" | "info" | "warning";

const WANTED = "summerstow:toast";

let library: Toasts | null = null;
let waiting: ((toasts: Toasts) => void)[] = [];

function use(act: (toasts: Toasts) => void): void {
  if (library) {
    act(library);
    return;
  }
  waiting.push(act);
  window.dispatchEvent(new Event(WANTED));
}

const show = (kind: Kind) => (title: string, options?: ExternalToast) =>
  use((toasts) => toasts[kind](title, options));

/** Shows toasts. What draws them comes after the first screen, at the latest with the first toast. */
export const toast = {
  success: show("success"),
  error: show("error"),
  info: show("info"),
  warning: show("warning"),
  dismiss: () => library?.dismiss(),
};

/** Calls back when a toast waits for the toaster. Returns the way to stop. */
export function onToastWanted(listener: () => void): () => void {
  window.addEventListener(WANTED, listener);
  return () => window.removeEventListener(WANTED, listener);
}

/** The toaster stands: show what waits, and the next ones at once. */
export function startToasts(toasts: Toasts): void {
  library = toasts;
  for (const act of waiting) act(toasts);
  waiting = [];
}

/** The toaster did not come: what waits would be old when it does. */
export function dropToasts(): void {
  waiting = [];
}
