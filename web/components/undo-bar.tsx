import { Button } from "@components/ui/button";
import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";

interface UndoBarProps {
  words: string;
  /** Until when it is offered, in milliseconds of the device's clock. */
  until: number;
  busy: boolean;
  onUndo: () => void;
}

/** What was changed last, the way back, and how long it is offered. */
export function UndoBar({ words, until, busy, onUndo }: UndoBarProps) {
  const left = useSecondsLeft(until);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <section
      aria-label="Last change"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-line bg-mist px-4 py-2"
    >
      <p role="status" className="text-sm font-medium wrap-anywhere">
        {words}
      </p>
      <div className="flex items-center gap-3">
        <span className="tabular text-sm text-muted">
          <span className="sr-only">Time left to undo: </span>
          {time}
        </span>
        <Button variant="secondary" size="sm" busy={busy} onClick={onUndo}>
          <Undo2 aria-hidden="true" />
          Undo
        </Button>
      </div>
    </section>
  );
}

function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(tick);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1_000));
}
