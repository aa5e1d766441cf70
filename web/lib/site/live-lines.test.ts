// @vitest-environment jsdom
import { SESSION_STORAGE_KEY } from "@lib/auth/client";
import { type ChangedLine, followLines } from "@lib/site/live-lines";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const LATER = Math.floor(Date.now() / 1000) + 3_600;
const session = (access_token: string) => ({
  access_token,
  refresh_token: `refresh-${access_token}`,
  token_type: "bearer",
  expires_in: 3600,
  expires_at: LATER,
  user: { id: "u1", aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: "" },
});

/** A stream that the test writes to. */
function stream() {
  let to: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      to = controller;
    },
  });
  const write = (text: string) => to?.enqueue(new TextEncoder().encode(text));
  return { answer: new Response(body), write, end: () => to?.close() };
}

let stop = () => {};
let told: (ChangedLine | null)[] = [];
const follow = () => {
  stop = followLines(2, (line) => told.push(line));
};
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  told = [];
  localStorage.clear();
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(session("first")));
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it("tells of each event, however the stream is cut, and asks for the next stream", async () => {
  const first = stream();
  const second = stream();
  const fetch = vi
    .spyOn(globalThis, "fetch")
    .mockResolvedValueOnce(first.answer)
    .mockResolvedValueOnce(second.answer);
  follow();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(String(url)).toMatch(/\/live\/queue\?campus_id=2$/);
  expect(new Headers(init?.headers).get("authorization")).toBe("Bearer first");
  first.write('event: read\ndata: {}\n\n: alive\n\nevent: queue\ndata: {"campus');
  first.write('_id":2,"day":"2026-11-21"}\n\n');
  await vi.waitFor(() => expect(told).toEqual([null, { campus_id: 2, day: "2026-11-21" }]));
  first.end();
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  second.write("event: read\ndata: {}\n\n");
  await vi.waitFor(() => expect(told).toHaveLength(3));
});

it("a silent stream is given up, a server without streams left alone for a minute", async () => {
  const fetch = vi
    .spyOn(globalThis, "fetch")
    .mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        }),
    )
    .mockImplementation(() => Promise.resolve(new Response("{}", { status: 503 })));
  follow();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(61_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetch).toHaveBeenCalledTimes(3);
});

it("nobody is asked for a page that is not looked at, nor for a visitor", async () => {
  const fetch = vi.spyOn(globalThis, "fetch");
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  follow();
  await settled();
  expect(fetch).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  localStorage.clear();
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  expect(fetch).not.toHaveBeenCalled();
});
