import { accessToken, renewedToken, SESSION_STORAGE_KEY } from "@lib/auth/client";
import { anonKey, liveBookingsUrl, liveUrl } from "@lib/site/config";
import { useEffect, useEffectEvent } from "react";

/** A day's line that has changed; without a campus, any of the day's may be meant. */
export interface ChangedLine {
  campus_id: number | null;
  /** "YYYY-MM-DD" */
  day: string;
}

/** Called with a changed line; null: anything may have changed during a gap. */
export type OnLine = (line: ChangedLine | null) => void;

/** The server shows every 25 s that it is there: after this long without a word it is not. */
const SILENCE_MS = 60_000;
/** How long until a broken stream is opened again; doubled up to the second. */
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 30_000;
/** How long a server that has no stream to give is left alone. */
const NONE_LEFT_MS = 60_000;

/**
 * Calls back whenever a line of these days changes, for as long as the component is shown: also the
 * first time, and after each gap. A caller that must know polls as well: not every server and network
 * lets streams through.
 * @param campusId of which campus; null for all of them, undefined for none
 */
export function useLiveLines(campusId: number | null | undefined, onLine: OnLine): void {
  const tell = useEffectEvent(onLine);
  useEffect(
    () => (campusId === undefined ? undefined : followLines(campusId, (line) => tell(line))),
    [campusId],
  );
}

/** The same outside of components. Returns the way to stop. */
export function followLines(
  campusId: number | null,
  onLine: OnLine,
  storageKey: string = SESSION_STORAGE_KEY,
): () => void {
  const stopping = new AbortController();
  const hear: Hear = (kind, data) => {
    if (kind === "read") onLine(null);
    if (kind === "queue") onLine(JSON.parse(data ?? "null") as ChangedLine);
  };
  void follow(liveUrl(campusId), hear, storageKey, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) console.error("Lines are not followed any more:", error);
  });
  return () => stopping.abort();
}

/**
 * Calls back within seconds whenever some booking changed, for as long as the component is shown,
 * and after each gap. For staff.
 * @param storageKey of the session that the page works with
 */
export function useLiveBookings(storageKey: string | undefined, onChange: () => void): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    const stopping = new AbortController();
    let first = true;
    const hear: Hear = (kind) => {
      // The list was read when it was shown.
      if (kind === "bookings" || (kind === "read" && !first)) tell();
      first = false;
    };
    void follow(liveBookingsUrl(), hear, storageKey, stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) console.error("Bookings are not followed any more:", error);
    });
    return () => stopping.abort();
  }, [storageKey]);
}

/** An event of the stream and what it says. */
type Hear = (kind: string | undefined, data: string | undefined) => void;

async function follow(
  url: string,
  hear: Hear,
  storageKey: string | undefined,
  stopped: AbortSignal,
): Promise<void> {
  let wait = FIRST_WAIT_MS;
  while (!stopped.aborted) {
    // A hidden page holds no stream: browsers allow a site only a few.
    await untilVisible(stopped);
    const token = await accessToken(storageKey).catch(() => undefined);
    if (token === null || stopped.aborted) return;
    const outcome = token ? await listen(url, token, hear, stopped) : "lost";
    // Signed out by now, or the hour of the token was over.
    if (outcome === "refused") await renewedToken(storageKey).catch(() => null);
    if (outcome === "ended") wait = FIRST_WAIT_MS;
    await pause(outcome === "none" ? NONE_LEFT_MS : wait, stopped);
    if (outcome !== "ended") wait = Math.min(wait * 2, LAST_WAIT_MS);
  }
}

/** One stream from beginning to end. */
async function listen(
  url: string,
  token: string,
  hear: Hear,
  stopped: AbortSignal,
): Promise<"ended" | "lost" | "refused" | "none"> {
  const over = new AbortController();
  const end = () => over.abort();
  const hidden = () => document.hidden && end();
  let silence = setTimeout(end, SILENCE_MS);
  stopped.addEventListener("abort", end);
  document.addEventListener("visibilitychange", hidden);
  let hasEvents = false;
  try {
    const answer = await fetch(url, {
      headers: { apikey: anonKey(), authorization: `Bearer ${token}`, accept: "text/event-stream" },
      cache: "no-store",
      signal: over.signal,
    });
    if (!answer.ok || !answer.body) return answer.status === 401 ? "refused" : "none";
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "ended";
      hasEvents = true;
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
      const events = (text + value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) hear(fieldOf(event, "event"), fieldOf(event, "data"));
    }
  } catch {
    return hasEvents ? "ended" : "lost";
  } finally {
    clearTimeout(silence);
    end();
    stopped.removeEventListener("abort", end);
    document.removeEventListener("visibilitychange", hidden);
  }
}

function fieldOf(event: string, name: string): string | undefined {
  return event.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1];
}

function untilVisible(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !stopped.aborted) return;
      document.removeEventListener("visibilitychange", look);
      stopped.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    stopped.addEventListener("abort", look);
    look();
  });
}

function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    stopped.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
