import { Button } from "@components/ui/button";
import { Undo2 } from "lucide-react";

interface UndoBarProps {
  words: string;
  busy: boolean;
  onUndo: () => void;
}

/** What was changed last, and the way back. */
export function UndoBar({ words, busy, onUndo }: UndoBarProps) {
  return (
    <section
      aria-label="Last change"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-line bg-mist px-4 py-2"
    >
      <p role="status" className="text-sm font-medium wrap-anywhere">
        {words}
      </p>
      <Button variant="secondary" size="sm" busy={busy} onClick={onUndo}>
        <Undo2 aria-hidden="true" />
        Undo
      </Button>
    </section>
  );
}
