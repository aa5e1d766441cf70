import { type CampusClock, serverNow } from "@api/clock";
import { useEffect, useState } from "react";
import { type TimeLeft, timeLeft } from "./campus-time";

const TICK_MS = 1000;
const PARTS: readonly (keyof TimeLeft)[] = ["days", "hours", "minutes", "seconds"];
const named = (part: keyof TimeLeft, count: number) => (count === 1 ? part.slice(0, -1) : part);

/** The time left until a pickup, each second, by the server's clock. */
export function Countdown({ until, clock }: { until: number; clock: CampusClock }) {
  const [left, setLeft] = useState(() => timeLeft(until - serverNow(clock)));

  useEffect(() => {
    const tick = () => setLeft(timeLeft(until - serverNow(clock)));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, clock]);

  // The last day has no days to count.
  const parts = left.days > 0 ? PARTS : PARTS.slice(1);
  return (
    <div
      role="timer"
      aria-label={`${parts.map((part) => `${left[part]} ${named(part, left[part])}`).join(", ")} until your pickup`}
      className="flex max-w-96 flex-wrap gap-x-6 gap-y-2"
    >
      {parts.map((part) => (
        <div key={part} aria-hidden="true" className="grid">
          <span className="tabular font-display text-3xl font-bold tracking-tight">
            {String(left[part]).padStart(2, "0")}
          </span>
          <span className="text-xs text-muted">{named(part, left[part])}</span>
        </div>
      ))}
    </div>
  );
}
