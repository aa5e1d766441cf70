import { useEffect } from "react";
import { hasUnsentWork } from "./unsent-work";

const WORKER = "/crew-worker.js";
/** Customers' pages lie outside: they never come from the device. */
const SCOPE = "/admin-dashboard";
/** The page's own files come first. */
const AFTER_MS = 3_000;
const LOOK_AGAIN_MS = 30 * 60_000;

/**
 * Installs what opens the crew's page without a signal. A new version takes over while nobody looks
 * and nothing is open or unsent; what is typed is never lost to it.
 */
export function useCrewShell(userId: string | undefined): void {
  useEffect(() => {
    if (!(userId && "serviceWorker" in navigator) || import.meta.env.DEV) return;
    let registration: ServiceWorkerRegistration | undefined;
    let looked = Date.now();
    let stale = false;
    let stopped = false;
    const hadOne = navigator.serviceWorker.controller !== null;

    const busy = () =>
      hasUnsentWork(userId) || document.querySelector("[role=dialog], form :focus") !== null;
    const reload = () => !stopped && !busy() && window.location.reload();
    const takeOver = () => {
      if (stale) return reload();
      if (hadOne && registration?.waiting && !busy())
        registration.waiting.postMessage({ type: "SKIP_WAITING" });
    };
    const changed = () => {
      stale = hadOne;
      if (stale) reload();
    };
    const seen = () => {
      if (document.hidden) return takeOver();
      if (Date.now() - looked < LOOK_AGAIN_MS) return;
      looked = Date.now();
      // Without a signal it is looked for the next time.
      registration?.update().catch(() => undefined);
    };

    const timer = setTimeout(() => {
      navigator.serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: "none" }).then(
        (found) => {
          registration = found;
          // Left waiting by the page before this one, which is only just open.
          takeOver();
        },
        (error: unknown) => console.error("The crew's page is not kept on this device:", error),
      );
    }, AFTER_MS);
    navigator.serviceWorker.addEventListener("controllerchange", changed);
    document.addEventListener("visibilitychange", seen);
    return () => {
      stopped = true;
      clearTimeout(timer);
      navigator.serviceWorker.removeEventListener("controllerchange", changed);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [userId]);
}
