import { controlStyles } from "@components/ui/input";
import { cn } from "@lib/cn";
import { Search } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";

/** In typing, before it is searched for. */
export const PAUSE_MS = 100;

interface SearchBoxProps {
  label: string;
  /** What is searched for now, as the address says. */
  value: string;
  /** Called after a pause in typing, and at once on Enter. */
  onSearch: (text: string) => void;
  className?: string;
}

/** A search field that follows the address and changes it after a pause in typing. */
export function SearchBox({ label, value, onSearch, className }: SearchBoxProps) {
  const [text, setText] = useState(value);
  // What the address says or will say, the newest last: its changes are drawn in their order, and
  // under load some only after more was typed.
  const sentValues = useRef([value]);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const latest = useRef(onSearch);

  // A filter chosen during the pause has changed the address that the search must go with.
  useEffect(() => {
    latest.current = onSearch;
  });
  // Back, a link or "Clear filters" changed the address: the field follows.
  useEffect(() => {
    const drawn = sentValues.current.lastIndexOf(value);
    sentValues.current = drawn === -1 ? [value] : sentValues.current.slice(drawn);
    if (drawn !== -1) return;
    clearTimeout(pause.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);

  function send(next: string) {
    clearTimeout(pause.current);
    const trimmed = next.trim();
    if (trimmed === sentValues.current.at(-1)) return;
    sentValues.current.push(trimmed);
    latest.current(trimmed);
  }

  return (
    <search className={cn("relative", className)}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send(text);
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setText(target.value);
            clearTimeout(pause.current);
            pause.current = setTimeout(() => send(target.value), PAUSE_MS);
          }}
          className={cn(controlStyles, "pl-11")}
        />
      </form>
    </search>
  );
}
