/** What stands over a page until the application has drawn its own (app/first-stops.ts). */
export const FIRST_STOPS = "summerstow:drawn";

/** The application shows its first screen: the placeholder goes. */
export function drawn(): void {
  window.dispatchEvent(new Event(FIRST_STOPS));
}
