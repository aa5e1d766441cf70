import { Button } from "@components/ui/button";
import { Field } from "@components/ui/field";
import { Select } from "@components/ui/select";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";

interface TextListProps<T> {
  /** What one of them is called: "question". */
  one: string;
  value: readonly T[];
  onChange: (next: T[]) => void;
  labelOf: (item: T) => string;
  /** An empty one, after the one that is open. */
  added: (open: T | undefined) => T;
  isWrong: (place: number) => boolean;
  /** Their order matters. */
  ordered?: boolean;
  children: (item: T, change: (part: Partial<T>) => void, place: number) => ReactNode;
}

/** Texts of one kind: one is open, the others are a choice away. */
export function TextList<T>(props: TextListProps<T>) {
  const { one, value, onChange, labelOf, added, isWrong, ordered = true, children } = props;
  const add = useRef<HTMLButtonElement>(null);
  const [chosenIndex, setOpen] = useState(0);
  // Where the one that is open is right, the first that is not is shown.
  const wrong = value.findIndex((_, place) => isWrong(place));
  const open = Math.min(wrong < 0 || isWrong(chosenIndex) ? chosenIndex : wrong, value.length - 1);
  const item = value[open];
  const move = (by: -1 | 1) => {
    const next = [...value];
    const [moved] = next.splice(open, 1);
    if (moved !== undefined) next.splice(open + by, 0, moved);
    onChange(next);
    setOpen(open + by);
  };
  return (
    <div className="grid gap-4">
      {value.length ? (
        <Field label={one.charAt(0).toUpperCase() + one.slice(1)}>
          <Select
            options={value.map((each, place) => ({
              value: String(place),
              label: `${place + 1}. ${labelOf(each) || `New ${one}`}`,
            }))}
            value={String(open)}
            onValueChange={(place) => setOpen(Number(place))}
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={add}
          size="sm"
          variant="secondary"
          onClick={() => {
            onChange([...value.slice(0, open + 1), added(item), ...value.slice(open + 1)]);
            setOpen(open + 1);
          }}
        >
          <Plus aria-hidden="true" />
          Add a {one}
        </Button>
        {ordered && value.length > 1 ? (
          <>
            <Button size="sm" variant="ghost" disabled={open === 0} onClick={() => move(-1)}>
              <ArrowUp aria-hidden="true" />
              Move up
            </Button>
            <Button
              size="sm"
              variant="ghost"
              disabled={open === value.length - 1}
              onClick={() => move(1)}
            >
              <ArrowDown aria-hidden="true" />
              Move down
            </Button>
          </>
        ) : null}
        {item === undefined ? null : (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              onChange(value.filter((_, place) => place !== open));
              setOpen(Math.max(0, open - 1));
              if (value.length === 1) add.current?.focus();
            }}
          >
            <Trash2 aria-hidden="true" />
            Remove this {one}
          </Button>
        )}
      </div>
      {item === undefined
        ? null
        : children(
            item,
            (part) =>
              onChange(value.map((each, place) => (place === open ? { ...each, ...part } : each))),
            open,
          )}
    </div>
  );
}
