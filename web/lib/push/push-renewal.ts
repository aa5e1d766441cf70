/** What a device needs to announce its new address without a signed-in user. */
export interface StoredSubscription {
  /** the server's key (URL-safe base64) */
  key: string;
  /** the publishable key, sent as `apikey` */
  anonKey: string;
  endpoint: string;
  /** the secret that the device shares with the server, and by which it is known */
  auth: string;
}

const CACHE = "summerstow-push";
const NAME = "/push-subscription";

/** Stores the subscription for the worker; null: this device gets no notifications. */
export async function keepSubscription(one: StoredSubscription | null): Promise<void> {
  if (one) await (await caches.open(CACHE)).put(NAME, Response.json(one));
  else await caches.delete(CACHE);
}

/**
 * Tells the server this device's address where the browser has replaced it. Without a signal
 * nothing is lost: it is done when My Storage next opens.
 */
export async function renewSubscription({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  const response = await (await caches.open(CACHE)).match(NAME);
  if (!response) return;
  const before = (await response.json()) as StoredSubscription;
  const now =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: before.key }));
  if (now.endpoint === before.endpoint) return;
  const { endpoint = "", keys } = now.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  const answer = await fetch("/rest/v1/rpc/push_renew", {
    method: "POST",
    headers: { apikey: before.anonKey, "content-type": "application/json" },
    body: JSON.stringify({
      before: { endpoint: before.endpoint, auth: before.auth },
      subscription: { endpoint, keys: { p256dh, auth } },
    }),
  });
  if (!answer.ok) return;
  const { known } = (await answer.json()) as { known: boolean };
  if (known) return keepSubscription({ ...before, endpoint, auth });
  // Signed out meanwhile, here or from elsewhere.
  await now.unsubscribe();
  await keepSubscription(null);
}
