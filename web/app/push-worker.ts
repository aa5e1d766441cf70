import { renewSubscription } from "../lib/push/push-renewal";

/** What a service worker has of its own: TypeScript knows either pages or workers at a time. */
interface Scope {
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<ClientWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: string, listener: (event: WorkerEvent) => void): void;
}
interface ClientWindow {
  url: string;
  focus(): Promise<unknown>;
}
interface WorkerEvent {
  data?: { json(): Notice };
  notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}
const worker = globalThis as unknown as Scope;

/** As `Notice` in summerstow/platform/outbox/push/sender.py. */
interface Notice {
  title: string;
  body: string;
  tag: string;
  path: string;
}

/**
 * Shows what the server tells this device, and opens My Storage on a press. It answers no request
 * and keeps no page: they come from the server as ever (docs/decisions/0015).
 */
worker.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      // A repeat takes the place of the first, silently.
      tag,
      icon: "/crew-icon-192.png",
      data: path,
    }),
  );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(String(event.notification.data), worker.location.origin)));
});

// The browser gave this device another address, or is about to: some say neither which.
worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renewSubscription(worker.registration));
});

/** A window of ours that shows the page already, else a new one. */
async function open(target: URL): Promise<void> {
  // Only our own pages, whatever was sent.
  const page = target.origin === worker.location.origin ? target.href : worker.location.origin;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === new URL(page).pathname);
  await (there ? there.focus() : worker.clients.openWindow(page));
}

// A new version has nothing to wait for.
worker.addEventListener("install", () => void worker.skipWaiting());
