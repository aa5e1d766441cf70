import { minutesSince, WAIT_MINUTES } from "@features/crew/runs/run-words";
import { Timer } from "lucide-react";
import { useEffect, useState } from "react";

const EACH_MS = 5_000;

/** How long the crew has been at the door, and when it may go on. */
export function WaitingClock({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), EACH_MS);
    return () => clearInterval(ticking);
  }, []);
  const minutes = minutesSince(since, now);
  const over = minutes >= WAIT_MINUTES;
  return (
    <p
      role="timer"
      className={`flex items-center gap-3 rounded-2xl px-4 py-3 ${over ? "bg-brick-soft" : "bg-mist"}`}
    >
      <Timer aria-hidden="true" className="size-6 shrink-0" />
      <span>
        <b className="tabular font-semibold">
          At the door for {minutes} {minutes === 1 ? "minute" : "minutes"}
        </b>
        <span className="block text-sm text-muted">
          {over
            ? "You have waited long enough. Press Failed if nobody comes."
            : `Wait for ${WAIT_MINUTES} minutes. Call the customer.`}
        </span>
      </span>
    </p>
  );
}
