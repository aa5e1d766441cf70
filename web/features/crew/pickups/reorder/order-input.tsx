import type { Stop } from "@api/commands.types";
import { typedNumber } from "@features/crew/pickups/offline/pickup-line";
import { useEffect, useRef, useState } from "react";

interface OrderInputProps {
  stop: Stop;
  /** Where this number puts it: 1 for the first of the line. */
  place: number;
  /** The first key: what is on the screen must stay there until the number is given. */
  onTyping: () => void;
  /** No number was given after all. */
  onLeave: () => void;
  onNumber: (number: number) => void;
}

/** A stop's number as staff type it: any integer, given by Enter or by leaving the field. */
export function OrderInput({ stop, place, onTyping, onLeave, onNumber }: OrderInputProps) {
  const stored = String(stop.queue_position ?? "");
  const [draft, setDraft] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const stay = useRef(false);

  // The card moves to its new place, and focus would stay behind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the number has changed
  useEffect(() => {
    if (stay.current) field.current?.focus();
    stay.current = false;
  }, [stored]);

  function give() {
    if (draft === undefined) return;
    setDraft(undefined);
    const number = typedNumber(draft);
    if (number === undefined || String(number) === stored) onLeave();
    else onNumber(number);
  }

  return (
    <div className="grid justify-items-center">
      <input
        ref={field}
        type="number"
        inputMode="numeric"
        step={1}
        aria-label={`Order of ${stop.full_name}`}
        title="Order"
        value={draft ?? stored}
        onChange={({ target }) => {
          if (draft === undefined) onTyping();
          setDraft(target.value);
        }}
        onFocus={({ target }) => target.select()}
        onBlur={() => give()}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            stay.current = true;
            give();
          }
          if (event.key === "Escape" && draft !== undefined) {
            setDraft(undefined);
            onLeave();
          }
        }}
        className="tabular h-9 w-13 max-md:h-12 rounded-control border border-line-strong bg-sheet px-1 text-center text-lg font-semibold [appearance:textfield] hover:border-ink [&::-webkit-inner-spin-button]:appearance-none"
      />
      {String(place) === stored ? null : (
        <span className="tabular text-xs leading-tight text-muted" title="Place in line">
          <span className="sr-only">Place in line: </span>#{place}
        </span>
      )}
    </div>
  );
}
