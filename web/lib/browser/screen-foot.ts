/** Room at the screen's foot: toasts lie on no bar of controls, and no bar on what has the focus. */

const bars = new Set<Element>();
const listeners = new Set<() => void>();
const tell = () => {
  document.documentElement.style.scrollPaddingBottom = `${footHeight() + RING}px`;
  for (const listener of listeners) listener();
};

/** Pixels between what has the focus and the bar: its ring is seen whole. */
const RING = 8;
/** The corner in which toasts appear, in pixels from the right and from below. */
const CORNER = { width: 400, height: 160 };

/** Ref of a bar at the foot of the screen or of a dialog: `<nav ref={keepClear}>`. */
export function keepClear(bar: Element | null): (() => void) | undefined {
  if (!bar) return undefined;
  const sizes = new ResizeObserver(tell);
  sizes.observe(bar);
  bars.add(bar);
  return () => {
    sizes.disconnect();
    bars.delete(bar);
    tell();
  };
}

/** Calls back when that room may be another. Returns the way to stop. */
export function onFootChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("resize", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("resize", listener);
  };
}

/** How far the bars in the toasts' corner reach up from the screen's foot, in whole pixels. */
export function footHeight(): number {
  const { innerWidth, innerHeight } = window;
  const heights = [...bars].map((bar) => {
    const { top, right, bottom, height } = bar.getBoundingClientRect();
    const away = right < innerWidth - CORNER.width || bottom < innerHeight - CORNER.height;
    return height === 0 || away ? 0 : innerHeight - top;
  });
  return Math.max(0, ...heights.map(Math.round));
}
