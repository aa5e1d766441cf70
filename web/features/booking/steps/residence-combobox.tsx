import { useFieldWiring } from "@components/ui/field";
import { Input } from "@components/ui/input";
import bookingFacts from "@facts/booking.json";
import {
  findResidences,
  type Residence,
  residenceNamed,
} from "@features/booking/answers/campus-choices";
import { cn } from "@lib/cn";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";

export interface ResidenceComboboxProps {
  campusId: number | null;
  /** Name of the residence, one of the campus or the visitor's own words. */
  value: string;
  onChange: (name: string, address: string) => void;
}

/** A residence of the campus, searched by typing; any other name may be typed as well. */
export function ResidenceCombobox({ campusId, value, onChange }: ResidenceComboboxProps) {
  const listId = useId();
  const wiring = useFieldWiring();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const chosen = residenceNamed(campusId, value);
  // A finished choice shows all of them again, so that it can be changed without erasing it.
  const matches = findResidences(campusId, chosen ? "" : value);
  const shown = open && matches.length > 0;

  useEffect(() => {
    if (!shown) return;
    list.current?.scrollIntoView({ block: "nearest" });
    list.current?.children[Math.max(active, 0)]?.scrollIntoView({ block: "nearest" });
  }, [shown, active]);

  function choose({ name, address }: Residence) {
    onChange(name, address);
    setOpen(false);
    setActive(-1);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const shift = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const marked = matches[active];
    if (shift) {
      event.preventDefault();
      setOpen(true);
      setActive((active + shift + matches.length) % Math.max(matches.length, 1));
    } else if (event.key === "Enter" && shown && marked) {
      event.preventDefault();
      choose(marked);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  }

  return (
    <div className="relative">
      <Input
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        placeholder="Search, or type a name"
        maxLength={bookingFacts.limits.building_name - 40}
        value={value}
        onChange={(event) => {
          onChange(event.target.value, "");
          setOpen(true);
          setActive(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-labelledby={wiring.id}
        hidden={!shown}
        className="mt-1.5 max-h-60 overflow-y-auto rounded-control border border-line-strong bg-sheet p-1.5"
      >
        {matches.map((residence, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: keys are handled by the input
          <div
            key={residence.name}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={residence === chosen}
            // Keeps focus in the input, so that the list does not close before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(residence)}
            className={cn(
              "grid min-h-11 cursor-pointer content-center rounded-lg px-3 py-1.5 hover:bg-pine-soft",
              index === active && "bg-pine-soft",
            )}
          >
            <span className="text-sm font-semibold">{residence.name}</span>
            <span className="text-xs text-muted">{residence.address}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
