import { Button } from "@components/ui/button";
import { CircleAlert } from "lucide-react";

export interface FullWindowProps {
  /** the server's words */
  message: string;
  /** free windows in words, the nearest first */
  alternatives: readonly string[];
  onChoose: (index: number) => void;
  /** what came of waiting; null before */
  waiting: string | null;
  /** whether the wish to wait is under way */
  busy: boolean;
  onWait: () => void;
}

/** A window without places: the nearest free ones, one press away, and the waiting list. */
export function FullWindow(props: FullWindowProps) {
  const { message, alternatives, onChoose, waiting, busy, onWait } = props;
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-2xl border border-brick bg-brick-soft px-4 py-3.5 text-sm"
    >
      <p className="flex items-start gap-2 font-medium text-brick-text">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {message}
      </p>
      {alternatives.length > 0 ? (
        <ul aria-label="Free instead" className="grid gap-2">
          {alternatives.map((words, index) => (
            <li key={words}>
              <Button
                variant="secondary"
                className="tabular h-auto min-h-11 w-full justify-start bg-sheet py-2 text-left leading-snug whitespace-normal"
                onClick={() => onChoose(index)}
              >
                {words}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {waiting ? (
        <p>{waiting}</p>
      ) : (
        <Button variant="link" className="justify-self-start" busy={busy} onClick={onWait}>
          Or tell me when a place here is free
        </Button>
      )}
    </div>
  );
}
