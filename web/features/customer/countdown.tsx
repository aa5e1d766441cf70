import { type CampusClock, serverNow } from "@api/clock";
import { useEffect, useState } from "react";
import { type TimeLeft, timeLeft } from "./campus-time";

const TICK_MS = 1000;
const PARTS: readonly (keyof TimeLeft)[] = ["days", "hours", "minutes", "seconds"];

/** What is left until the pickup, each second, by the server's clock. */
export function Countdown({ until, clock }: { until: number; clock: CampusClock }) {
  const [left, setLeft] = useState(() => timeLeft(until - serverNow(clock)));

  useEffect(() => {
    const tick = () => setLeft(timeLeft(until - serverNow(clock)));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, clock]);

  return (
    <section
      aria-labelledby="countdown-title"
      className="grid content-center gap-3 rounded-card border border-line bg-pine-soft p-5 sm:px-6"
    >
      <h3 id="countdown-title" className="font-sans text-sm font-semibold tracking-normal">
        Until your pickup
      </h3>
      <div
        role="timer"
        aria-label={spoken(left)}
        className="grid grid-cols-[1.35fr_1fr_1fr_1fr] gap-2"
      >
        {PARTS.map((part) => (
          <div key={part} aria-hidden="true" className="grid">
            <span className="tabular font-display text-3xl font-bold tracking-tight">
              {part === "days" ? left.days : String(left[part]).padStart(2, "0")}
            </span>
            <span className="text-xs text-muted">{part}</span>
          </div>
        ))}
      </div>
    </section>
  );
}

function spoken(left: TimeLeft): string {
  return PARTS.map((part) => `${left[part]} ${part}`).join(", ");
}
