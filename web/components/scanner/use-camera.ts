import { type CodeReader, codeReader } from "@lib/browser/code-reader";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/** Between two scans of a stack: time to move the hand, and to hear what the first came to. */
const PAUSE_MS = 1_000;
/** Between two looks at the picture without a code. */
const LOOK_MS = 120;
/** A code that stays in sight is one scan; gone this long, it is another. */
const OUT_OF_SIGHT_MS = 1_500;

export type CameraState = "off" | "starting" | "looking" | "refused" | "none" | "unreadable";

let foreseen: CameraState = "starting";

/** Asks the browser whether there will be a picture at all, before the place for one is drawn. */
export async function foreseeCamera(): Promise<void> {
  const { mediaDevices, permissions } = navigator;
  const devices = (await mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  const there = devices.some(({ kind }) => kind === "videoinput");
  const permission = await permissions?.query({ name: "camera" }).catch(() => undefined);
  foreseen = there ? (permission?.state === "denied" ? "refused" : "starting") : "none";
}

/**
 * Shows the camera in `video` and calls back for each code that comes into its sight, for as long
 * as the component is shown and the camera is `wanted`.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (written: string) => void,
  wanted: boolean,
): CameraState {
  const [state, setState] = useState<CameraState>(foreseen);
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    if (!wanted) return;
    const stopping = new AbortController();
    let stream: MediaStream | undefined;
    const start = async () => {
      try {
        stream = await opened();
      } catch (error) {
        const refused = error instanceof DOMException && error.name === "NotAllowedError";
        if (!stopping.signal.aborted) setState(refused ? "refused" : "none");
        return;
      }
      // Its reader is a megabyte: fetched once there is a picture to read.
      const reading = codeReader();
      // Reported below; nothing waits for it meanwhile.
      reading.catch(() => undefined);
      const picture = video.current;
      if (stopping.signal.aborted || !picture) return close(stream);
      picture.srcObject = stream;
      await picture.play().catch(() => undefined);
      const reader = await reading.catch(() => undefined);
      if (stopping.signal.aborted) return;
      setState(reader ? "looking" : "unreadable");
      if (reader) await look(picture, reader, (code) => tell(code), stopping.signal);
    };
    void start();
    return () => {
      stopping.abort();
      close(stream);
    };
  }, [video, wanted]);
  return !wanted && state === "starting" ? "off" : state;
}

async function opened(): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new Error("no camera");
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
}

function close(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

async function look(
  picture: HTMLVideoElement,
  reader: CodeReader,
  onCode: (written: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const lastSeen = new Map<string, number>();
  while (!stopped.aborted) {
    const codes = await reader(picture).catch(() => []);
    if (stopped.aborted) return;
    const now = performance.now();
    const fresh = codes.find((code) => now - (lastSeen.get(code) ?? -Infinity) > OUT_OF_SIGHT_MS);
    // One at a time: others in sight are read next.
    for (const code of codes) if (code === fresh || lastSeen.has(code)) lastSeen.set(code, now);
    if (fresh !== undefined) onCode(fresh);
    await new Promise((resolve) => setTimeout(resolve, fresh === undefined ? LOOK_MS : PAUSE_MS));
  }
}
