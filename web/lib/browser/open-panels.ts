/**
 * Panels that are open above the page, the topmost last. Back asks them before it leaves the page,
 * and the browser asks before the page is closed or loaded again.
 */

/** What to do with Back once the person has answered. */
export interface HeldBack {
  proceed: () => void;
  reset: () => void;
}

interface OpenPanel {
  /** It holds something typed that would be lost. */
  isTyped: () => boolean;
  /** Ask whether to discard what was typed. */
  ask: (back: HeldBack) => void;
}

const panels: OpenPanel[] = [];
let closesItself = false;

/** Register a panel while it is open. Returns the function that removes it. */
export function addOpenPanel(panel: OpenPanel): () => void {
  panels.push(panel);
  window.onbeforeunload = (event) => {
    if (holdsTyped()) event.preventDefault();
  };
  return () => void panels.splice(panels.indexOf(panel), 1);
}

const holdsTyped = () => panels.some(({ isTyped }) => isTyped());

/** Announce that a panel goes back in the history to close itself: that Back is not held. */
export function closeByGoingBack(): void {
  closesItself = true;
}

/** Whether Back has to ask first. */
export function shouldHoldBack(): boolean {
  const hold = !closesItself && holdsTyped();
  closesItself = false;
  return hold;
}

/** Let the topmost panel ask; the others are covered by it. */
export function askOpenPanel(back: HeldBack): void {
  const top = panels.at(-1);
  if (top) top.ask(back);
  else back.proceed();
}
