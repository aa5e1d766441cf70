import type { ExternalToast, toast as Library } from "sonner";

type Toasts = typeof Library;
type Kind = "success" | "error" | "info" | "warning";

const WANTED = "summerstow:toast";

let library: Toasts | null = null;
let waiting: { kind: Kind; show: (toasts: Toasts) => void }[] = [];

const show = (kind: Kind) => (title: string, options?: ExternalToast) => {
  const one = { kind, show: (toasts: Toasts) => void toasts[kind](title, options) };
  if (library) one.show(library);
  else {
    waiting.push(one);
    window.dispatchEvent(new Event(WANTED));
  }
};

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
  if (waiting.length > 0) listener();
  window.addEventListener(WANTED, listener);
  return () => window.removeEventListener(WANTED, listener);
}

/** The toaster stands: show what waits, and the next ones at once. */
export function startToasts(toasts: Toasts): void {
  library = toasts;
  for (const one of waiting) one.show(toasts);
  waiting = [];
}

/** The toaster did not come: errors wait for the next try, other news would be old by then. */
export function dropToasts(): void {
  waiting = waiting.filter(({ kind }) => kind === "error");
}
