import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";

/**
 * A push service of the journey's own, as no browser here reaches a real one: it gets what the
 * product sends and opens it with the keys that the browser gave away.
 */
export class PushService {
  readonly received: string[] = [];
  /** to which address each was sent */
  readonly paths: string[] = [];
  private readonly keys = createECDH("prime256v1");
  private readonly auth = randomBytes(16);
  private readonly point = this.keys.generateKeys();
  private readonly server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      this.received.push(this.opened(Buffer.concat(parts)));
      this.paths.push(request.url ?? "");
      response.writeHead(201).end();
    });
  });

  /** Begins to answer. */
  async start(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The address that stands for the browser of this journey. */
  get endpoint(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/push/${this.point.toString("hex").slice(0, 12)}`;
  }

  /** What the browser says of its subscription at an address. */
  given(endpoint: string) {
    const keys = {
      p256dh: this.point.toString("base64url"),
      auth: this.auth.toString("base64url"),
    };
    return { endpoint, keys };
  }

  /** Stands in for the browser's own way to its push service, and for nothing else of it. */
  async standIn(context: BrowserContext): Promise<void> {
    const given = this.given(this.endpoint);
    await context.addInitScript((subscription) => {
      const name = "stand-in-subscription";
      const made = (key: string) => ({
        endpoint: subscription.endpoint,
        options: {
          applicationServerKey: Uint8Array.from(
            atob(key.replaceAll("-", "+").replaceAll("_", "/")),
            (letter) => letter.charCodeAt(0),
          ).buffer,
        },
        toJSON: () => subscription,
        unsubscribe: async () => {
          localStorage.removeItem(name);
          return true;
        },
      });
      Object.assign(PushManager.prototype, {
        subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
          localStorage.setItem(name, key);
          return made(key);
        },
        getSubscription: async () => {
          const key = localStorage.getItem(name);
          return key === null ? null : made(key);
        },
      });
    }, given);
  }

  /** RFC 8291: what stands in a request's body, for whoever has this browser's keys. */
  private opened(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const sealed = body.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.point, sender]);
    const derived = (key: Buffer, with_: Buffer, what: Buffer | string, length: number) =>
      Buffer.from(hkdfSync("sha256", key, with_, what, length));
    const secret = derived(this.keys.computeSecret(sender), this.auth, info, 32);
    const key = derived(secret, salt, "Content-Encoding: aes128gcm\0", 16);
    const nonce = derived(secret, salt, "Content-Encoding: nonce\0", 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }
}

/** Hands a message to the service worker of a page, as the browser does with what is pushed. */
export async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  const registrationId = await new Promise<string>((found) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(
        ({ scopeURL }) => scopeURL === `${origin}/customer-dashboard`,
      );
      if (ours) found(ours.registrationId);
    });
    void devtools.send("ServiceWorker.enable");
  });
  await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  await devtools.detach();
}
