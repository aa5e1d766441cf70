import type { KitDelivery } from "@api/commands.types";
import type { KitState } from "@api/pickups/supplies";
import { selectColumn } from "@components/lists/select-rows";
import { Button } from "@components/ui/button";
import { useSelection } from "@lib/lists/use-selection";
import { useEffect, useRef } from "react";
import { nextStep } from "./kit-steps";
import { useMoveKits } from "./supplies-query";

/** Kits that are ticked, by their bookings. */
export function useKitSelection(kits: readonly KitDelivery[]) {
  const mayPick = (kit: KitDelivery) => nextStep(kit) !== null;
  const movable = kits.filter(mayPick);
  const selection = useSelection(movable, ({ booking_id }) => booking_id);
  const column = selectColumn({
    selection,
    rows: movable,
    what: "kits",
    nameOf: ({ full_name }) => full_name,
    mayPick,
  });
  return { kits: movable.filter(selection.has), column, clear: selection.clear };
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
