import { createHmac } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";

const CODE = /\b\d{6}\b/;

interface Message {
  text: string;
  links: string[];
}

/** What was mailed or texted to an address or number, newest first. */
export async function messagesTo(request: APIRequestContext, to: string): Promise<Message[]> {
  const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as Message[];
}

/** The next code after so many known messages, waited for: its six digits and its mail's link. */
export async function nextMessage(
  request: APIRequestContext,
  to: string,
  known: number,
): Promise<{ code: string; link: string }> {
  let code = "";
  let link = "";
  await expect
    .poll(async () => {
      const messages = await messagesTo(request, to);
      // Others come in between: word of a sign-in from a new place carries no code.
      const fresh = messages.slice(0, Math.max(0, messages.length - known));
      const found = fresh.find(({ text }) => CODE.test(text));
      code = found?.text.match(CODE)?.[0] ?? "";
      link = found?.links.find((one) => one.includes("/auth/v1/verify")) ?? "";
      return code;
    })
    .not.toBe("");
  return { code, link };
}

/** The code that an authenticator app shows for a base32 secret, `steps` half minutes from now. */
export function totp(secret: string, steps = 0): string {
  const bits = [...secret.replace(/\s/g, "")]
    .map((letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
    )
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest[19] ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
