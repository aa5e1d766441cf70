import type { StopItem } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";
import type { StopKind } from "@api/pickups/runs";
import type { NewItemEvent } from "@features/crew/offline/record-items";
import { named } from "./drawn-items";

/** What was not scanned before an item came to the door. */
const BEFORE_THE_DOOR: Record<string, ItemEvent["kind"][]> = {
  picked_up: ["loaded"],
  in_storage: ["pulled", "loaded"],
  pulled: ["loaded"],
  missing: ["found", "pulled", "loaded"],
};

interface ScannedStop {
  id: string | null;
  booking_id: string | null;
  kind: StopKind;
}

/** What scanning an item at a stop records. A scan that was left out before goes along. */
export function scanEvents(stop: ScannedStop, item: StopItem, label?: string): NewItemEvent[] {
  const names = { ...named(stop, item), ...(label ? { label } : {}) };
  const isReturn = stop.kind === "return";
  const before = isReturn ? (BEFORE_THE_DOOR[item.state] ?? []) : [];
  return [
    ...before.map((kind) => ({ kind, ...names, note: "Seen at the door." })),
    {
      kind: isReturn ? ("delivered" as const) : ("picked_up" as const),
      stop_id: stop.id,
      ...names,
    },
  ];
}
