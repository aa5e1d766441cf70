/**
 * How long a refused request asks to wait. The auth client keeps no headers of an answer, so the
 * newest Retry-After is noted beside it.
 */
let notedUntil = 0;

/** `fetch`, noting the Retry-After (seconds) of a 429 on its way. */
export async function fetchNotingWait(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const answer = await fetch(input, init);
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get("retry-after"));
    notedUntil = seconds > 0 ? performance.now() + seconds * 1000 : 0;
  }
  return answer;
}

/** Whole seconds that a refusal asks to wait: its own words first, else the noted Retry-After. */
export function secondsToWait(failure: { status?: number | undefined; message?: string }): number {
  if (failure.status !== 429) return 0;
  const statedSeconds = /after (\d+) seconds?/.exec(failure.message ?? "")?.[1];
  const seconds = statedSeconds ? Number(statedSeconds) : (notedUntil - performance.now()) / 1000;
  return Math.max(0, Math.ceil(seconds));
}

/** "45 seconds", "1 minute", "2 minutes 5 seconds". */
export function waitWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = [
    minutes > 0 ? counted(minutes, "minute") : "",
    rest > 0 || minutes === 0 ? counted(rest, "second") : "",
  ];
  return parts.filter(Boolean).join(" ");
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
