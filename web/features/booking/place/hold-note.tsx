import { Button } from "@components/ui/button";
import { useEffect, useEffectEvent, useState } from "react";
import type { PlaceHold } from "./use-place-hold";

const TICK_MS = 5_000;

/** How long the chosen place is still held, in whole minutes; small and calm. */
export function HoldNote({ of: { place, again } }: { of: PlaceHold }) {
  const until = place.status === "held" ? place.until : null;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (until === null) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  if (until === null) return null;
  const minutes = Math.ceil((until - now) / 60_000);
  if (minutes > 0) {
    return (
      <p className="tabular text-xs text-muted">
        We keep this place for you for {minutes === 1 ? "1 minute" : `${minutes} minutes`} while you
        fill in the form.
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
      The ten minutes are over, so others can book this place again.
      <Button variant="link" size="sm" onClick={again}>
        Keep it again
      </Button>
    </p>
  );
}

/** Tells when what stands beside it leaves the screen or its page is left, and when that is back. */
export function OnLeave({ run, onBack }: { run: () => void; onBack: () => void }) {
  const leave = useEffectEvent(run);
  const back = useEffectEvent(onBack);
  useEffect(() => {
    const left = () => leave();
    const shown = ({ persisted }: PageTransitionEvent) => persisted && back();
    window.addEventListener("pagehide", left);
    window.addEventListener("pageshow", shown);
    return () => {
      window.removeEventListener("pagehide", left);
      window.removeEventListener("pageshow", shown);
      leave();
    };
  }, []);
  return null;
}
