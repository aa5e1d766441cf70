import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type APIRequestContext, type Browser, chromium, request } from "@playwright/test";
import sharp from "sharp";
import { renderSVG } from "uqr";
import { DEMO_PASSWORD } from "../support/staff-session";
import { CAMPUS } from "./pickup-days";

/** The data service as a person of the demo, or as whoever has this address and password. */
export async function asPerson(
  baseURL: string | undefined,
  account: string,
  password = DEMO_PASSWORD,
): Promise<APIRequestContext> {
  const api = await request.newContext({ ...(baseURL ? { baseURL } : {}) });
  const answer = await api.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: account.includes("@") ? account : `${account}@demo.test`, password },
  });
  const { access_token } = await answer.json();
  await api.dispose();
  return request.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: {
      apikey: "anon",
      authorization: `Bearer ${access_token}`,
      prefer: "return=representation",
    },
  });
}

/** Free labels of a new batch. */
export async function freeLabels(office: APIRequestContext, count: number): Promise<string[]> {
  const answer = await office.post("/rest/v1/rpc/print_labels", {
    data: { count, campus_id: CAMPUS },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()).codes;
}

/** A browser whose camera sees these labels, one after the other, two seconds each. */
export async function browserSeeing(labels: readonly string[]): Promise<Browser> {
  const frames: Buffer[] = [];
  for (const label of labels) {
    const symbol = await sharp(Buffer.from(renderSVG(label, { ecc: "M" })))
      .resize(150, 150)
      .png()
      .toBuffer();
    const frame = await sharp({
      create: { width: 640, height: 480, channels: 3, background: "#b8b0a4" },
    })
      .composite([{ input: symbol, gravity: "centre" }])
      .blur(0.8)
      .jpeg()
      .toBuffer();
    frames.push(...Array.from({ length: 60 }, () => frame));
  }
  const folder = mkdtempSync(path.join(tmpdir(), "labels-"));
  const video = path.join(folder, "labels.mjpeg");
  writeFileSync(video, Buffer.concat(frames));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });
  browser.on("disconnected", () => rmSync(folder, { recursive: true }));
  return browser;
}

/** A small photo as a phone gives it. */
export async function photo(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({
    create: { width: 320, height: 240, channels: 3, background: "#7a5" },
  })
    .jpeg()
    .toBuffer();
  return { name: "item.jpg", mimeType: "image/jpeg", buffer };
}
