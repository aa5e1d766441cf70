/**
 * Back, as a phone has it at its edge or foot, closes what is open above the page and leaves the page
 * alone. Each panel has an entry of the history for this, at the address of the page. An entry whose
 * panel was closed otherwise stays, and is passed over when Back reaches it: going back by
 * itself would race with whatever the closing has led to.
 */

interface Panel {
  /** key of its entry */
  entry: string;
  /** key of the entry below: what Back comes to */
  base: string;
  /** null once it is closed, or Back has begun to close it */
  close: (() => void) | null;
  /** It is drawn no more. */
  gone: boolean;
}

const panels: Panel[] = [];
let watched = false;

/** Where a thumb works: with a mouse, Back is a button of the browser's and means the page. */
const THUMB = "(pointer: coarse)";

/** Longer than any panel takes to fade. */
const CLOSING_MS = 400;

/** What a panel does when it opens, with the way to close it. Returns what it does when it is closed. */
export function closeByBack(close: () => void): () => void {
  if (!("navigation" in window) || !window.matchMedia(THUMB).matches) return () => {};
  watch();
  const panel = ownEntry(close);
  return () => {
    panel.close = null;
    panel.gone = true;
  };
}

/** An entry for this panel: one left behind where we stand on it, else a new one. */
function ownEntry(close: () => void): Panel {
  const here = window.navigation.currentEntry?.key ?? "";
  const left = panels.find(({ entry, close: open }) => entry === here && open === null);
  if (left) {
    left.close = close;
    left.gone = false;
    return left;
  }
  const panel = { entry: pushed(), base: here, close, gone: false };
  panels.push(panel);
  return panel;
}

/** Adds an entry and gives its key. The router's state goes along: to it, this is the same place. */
function pushed(): string {
  window.history.pushState(window.history.state, "");
  return window.navigation.currentEntry?.key ?? "";
}

function watch(): void {
  if (watched) return;
  watched = true;
  window.navigation.addEventListener("currententrychange", ({ navigationType, from }) => {
    if (navigationType !== "traverse") return;
    const now = window.navigation.currentEntry?.key;
    const passed = panels.find(({ entry, base }) => entry === from.key && base === now);
    if (!passed) return;
    // The top panel, if the entry passed belongs to a closed panel above it.
    const open = passed.close ? passed : panels.findLast(({ close }) => close !== null);
    if (!open) {
      window.history.back();
      return;
    }
    const { close } = open;
    open.close = null;
    close?.();
    // One that stays, such as a form that is being sent, is there for the next Back too.
    setTimeout(() => {
      if (open.gone || window.navigation.currentEntry?.key !== open.base) return;
      open.entry = pushed();
      open.close = close;
    }, CLOSING_MS);
  });
}
