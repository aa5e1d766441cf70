import { useEffect } from "react";

const HEALTH_MS = 3_000;

/** Starts the page anew once the server answers: what it brings is still in its address. */
export function useReloadWhenHealthy(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      fetch("/healthz").then(
        ({ ok }) => ok && window.location.reload(),
        () => undefined,
      );
    }, HEALTH_MS);
    return () => clearInterval(timer);
  }, [active]);
}
