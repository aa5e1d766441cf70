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
export function useKitSelection(kits: readonly KitDelivery[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const movable = kits.filter((kit) => nextStep(kit) !== null);
  const selection = movable.filter(({ booking_id }) => picked.has(booking_id));
  const all = movable.length > 0 && selection.length === movable.length;
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
  return { kits: selection, column, clear: () => setPicked(new Set()) };
}

interface SelectedKitsProps {
  kits: readonly KitDelivery[];
  onClear: () => void;
}

/** The next step of all ticked kits in one press; they stay ticked for the step after it. */
export function SelectedKits({ kits, onClear }: SelectedKitsProps) {
  const move = useMoveKits(() => undefined);
  const region = useRef<HTMLElement>(null);
  const within = useRef(false);
  const nextSteps = kits.map((kit) => nextStep(kit)?.to).join();
  // The next step takes the place of the pressed one, and its focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks once those have changed
  useEffect(() => {
    if (move.isPending) return;
    if (within.current && document.activeElement === document.body)
      region.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [nextSteps, move.isPending]);
  if (kits.length === 0) return null;
  const steps = new Map<KitState, { label: string; kits: KitDelivery[] }>();
  for (const kit of kits) {
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
      <p className="tabular mr-2 text-sm font-semibold">{kits.length} selected</p>
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
