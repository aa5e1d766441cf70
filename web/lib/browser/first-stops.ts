/** What stands over a page until the application has drawn its own (app/first-stops.ts). */
export const FIRST_STOPS = "summerstow:drawn";

/** The application shows what it was opened for: what stood in its place goes. */
export function drawn(): void {
  window.dispatchEvent(new Event(FIRST_STOPS));
}
