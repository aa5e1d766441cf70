/** Scrolls smoothly to the element with this id, at once for readers who want no motion. */
export function scrollToId(id: string): void {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.getElementById(id)?.scrollIntoView({ behavior: still ? "auto" : "smooth" });
}
