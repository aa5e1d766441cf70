import { anonKey } from "@lib/site/config";
import { keepSubscription, renewSubscription } from "./push-renewal";

const WORKER = "/push-worker.js";
/** The worker answers no request: it has a scope because each one must, and the crew's its own. */
const SCOPE = "/customer-dashboard";

/** What this browser can do; `install`: an iPhone tells only pages on its Home Screen. */
export type PushSupport = "yes" | "no" | "install";

export function pushSupport(): PushSupport {
  if (import.meta.env.DEV) return "no";
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)
    return "yes";
  return isAppleTouch() && !window.matchMedia("(display-mode: standalone)").matches
    ? "install"
    : "no";
}

/** An iPad says that it is a Mac; no Mac is touched. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /\b(iPhone|iPad|iPod)\b/.test(userAgent) ||
    (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
  );
}

/** The server tells this device from now on: its worker can say so when its address changes. */
export async function pushIsKnown(key: string, subscription: PushSubscription): Promise<void> {
  const { endpoint = "", keys } = subscription.toJSON();
  await keepSubscription({ key, anonKey: anonKey(), endpoint, auth: keys?.auth ?? "" });
}

/** Says it now, where the worker could not: nothing ran, or there was no signal. */
export async function renewPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  if (registration) await renewSubscription(registration);
}

/** This browser's subscription under the server's key (URL-safe base64), if there is one. */
export async function pushSubscription(key: string): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && isOf(subscription, key) ? subscription : null;
}

/**
 * Subscribes this browser, which has the permission.
 * @throws DOMException where the browser's push service cannot be reached.
 */
export async function subscribeToPush(key: string): Promise<PushSubscription> {
  const registration = await active(
    await navigator.serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: "none" }),
  );
  const current = await registration.pushManager.getSubscription();
  if (current && isOf(current, key)) return current;
  // It belongs to a server with another key.
  await current?.unsubscribe();
  return await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
}

/** Ends this browser's subscription, and what was shown; returns its address, if there was one. */
export async function unsubscribeFromPush(): Promise<string | undefined> {
  if (!("serviceWorker" in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  const subscription = await registration?.pushManager?.getSubscription();
  for (const one of (await registration?.getNotifications()) ?? []) one.close();
  await subscription?.unsubscribe();
  await keepSubscription(null);
  return subscription?.endpoint;
}

function isOf({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/** A subscription needs a worker that runs. */
function active(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return Promise.resolve(registration);
  return new Promise((resolve) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve(registration);
    });
  });
}
