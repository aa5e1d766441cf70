import type { KitDelivery } from "@api/commands.types";
import type { KitState } from "@api/pickups/supplies";
import type { DataColumn } from "@components/lists/data-table";
import { Button } from "@components/ui/button";
import { RowCheckbox } from "@components/ui/checkbox";
import { ticked } from "@lib/lists/ticked";
import { useEffect, useRef, useState } from "react";
import { nextStep } from "./kit-steps";
import { useMoveKits } from "./supplies-query";

/** Kits that are ticked, by their bookings. */
export function useKitSelection(shown: readonly KitDelivery[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const movable = shown.filter((kit) => nextStep(kit) !== null);
  const chosen = movable.filter(({ booking_id }) => picked.has(booking_id));
  const all = movable.length > 0 && chosen.length === movable.length;
  const column: DataColumn<KitDelivery> = {
    id: "select",
    header: "Select",
    width: "w-[3rem]",
    head: (
      <RowCheckbox
        label="Select all kits"
        checked={all}
        disabled={movable.length === 0}
        onCheckedChange={(on) =>
          setPicked(new Set(on ? movable.map(({ booking_id }) => booking_id) : []))
        }
      />
    ),
    cell: (kit) => (
      <RowCheckbox
        label={`Select ${kit.full_name}`}
        checked={picked.has(kit.booking_id)}
        disabled={nextStep(kit) === null}
        onCheckedChange={(on) => setPicked(ticked(picked, [kit.booking_id], on))}
      />
    ),
  };
  return { chosen, column, clear: () => setPicked(new Set()) };
}

interface SelectedKitsProps {
  chosen: readonly KitDelivery[];
  onClear: () => void;
}

/** The next step of all ticked kits in one press; they stay ticked for the step after it. */
export function SelectedKits({ chosen, onClear }: SelectedKitsProps) {
  const move = useMoveKits(() => undefined);
  const region = useRef<HTMLElement>(null);
  const within = useRef(false);
  const taken = chosen.map((kit) => nextStep(kit)?.to).join();
  // The step that was pressed has given way to the next one: the focus goes on to that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks once those have changed
  useEffect(() => {
    if (move.isPending) return;
    if (within.current && document.activeElement === document.body)
      region.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [taken, move.isPending]);
  if (chosen.length === 0) return null;
  const steps = new Map<KitState, { label: string; kits: KitDelivery[] }>();
  for (const kit of chosen) {
    const next = nextStep(kit);
    if (!next) continue;
    const step = steps.get(next.to) ?? { label: next.label, kits: [] };
    steps.set(next.to, { ...step, kits: [...step.kits, kit] });
  }
  return (
    <section
      ref={region}
      aria-label="Selected kits"
      onFocus={() => {
        within.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) within.current = false;
      }}
      className="sticky top-2 z-30 flex flex-wrap items-center gap-2 rounded-2xl border border-ink bg-sheet px-4 py-2"
    >
      <p className="tabular mr-2 text-sm font-semibold">{chosen.length} selected</p>
      {[...steps].map(([to, { label, kits }]) => (
        <Button
          key={to}
          size="sm"
          busy={move.isPending && move.variables.to === to}
          disabled={move.isPending}
          onClick={() => move.mutate({ kits, to })}
        >
          {label} <span className="tabular">{kits.length}</span>
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
