import { type RefObject, useEffect } from "react";

/** For so long after a touch or a key, what moves was moved by hand. */
const BY_HAND_MS = 800;

/**
 * Keeps what is read in its place when somebody else's change makes the page above it longer or
 * shorter. `[data-stop]` elements in `area` are what is read. Not every browser does it by itself.
 */
export function useSteadyScroll(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const watched = area.current;
    if (!watched) return;
    let tops = new Map<string, number>();
    let byHand = 0;

    const look = () => {
      tops = new Map();
      for (const stop of watched.querySelectorAll<HTMLElement>("[data-stop]")) {
        const { top, bottom } = stop.getBoundingClientRect();
        if (bottom > 0 && top < window.innerHeight) tops.set(stop.dataset.stop ?? "", top);
      }
    };
    const hand = () => {
      byHand = performance.now();
    };
    const settle = () => {
      if (performance.now() - byHand > BY_HAND_MS && window.scrollY > 0) {
        const shift = commonShift(watched, tops);
        if (shift !== 0) window.scrollBy({ top: shift, behavior: "instant" });
      }
      look();
    };

    look();
    const sizes = new ResizeObserver(settle);
    sizes.observe(watched);
    window.addEventListener("scroll", look, { passive: true });
    for (const input of ["pointerdown", "keydown"] as const) window.addEventListener(input, hand);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", look);
      for (const input of ["pointerdown", "keydown"] as const) {
        window.removeEventListener(input, hand);
      }
    };
  }, [area]);
}

/** By how much most of the stops that were in sight have moved; 0 where they do not agree. */
function commonShift(area: HTMLElement, tops: ReadonlyMap<string, number>): number {
  const votes = new Map<number, number>();
  for (const [id, top] of tops) {
    const stop = area.querySelector<HTMLElement>(`[data-stop="${CSS.escape(id)}"]`);
    if (!stop) continue;
    const shift = Math.round(stop.getBoundingClientRect().top - top);
    votes.set(shift, (votes.get(shift) ?? 0) + 1);
  }
  let [best, most] = [0, votes.get(0) ?? 0];
  for (const [shift, count] of votes) if (count > most) [best, most] = [shift, count];
  return best;
}
