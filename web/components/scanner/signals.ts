/** A scan's outcome as sound, vibration and colour. */
export type ScanTone = "done" | "again" | "wrong";

const TONES: Record<ScanTone, { hertz: number; seconds: number; buzz: number[] }> = {
  done: { hertz: 1320, seconds: 0.12, buzz: [60] },
  again: { hertz: 660, seconds: 0.12, buzz: [30, 60, 30] },
  wrong: { hertz: 220, seconds: 0.35, buzz: [200, 80, 200] },
};

let speaker: AudioContext | undefined;

/** Sounds and buzzes; a device that can do neither shows it all the same. */
export function signal(tone: ScanTone): void {
  const { hertz, seconds, buzz } = TONES[tone];
  navigator.vibrate?.(buzz);
  try {
    speaker ??= new AudioContext();
    void speaker.resume();
    const sound = speaker.createOscillator();
    const loudness = speaker.createGain();
    sound.frequency.value = hertz;
    loudness.gain.value = 0.25;
    sound.connect(loudness).connect(speaker.destination);
    sound.start();
    sound.stop(speaker.currentTime + seconds);
  } catch {
    // Without sound.
  }
}
