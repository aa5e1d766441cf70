import type { StopItem } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";
import type { StopKind } from "@api/pickups/runs";

/** A stop as its items are drawn; `id` is null once it left its queue. */
export interface StopOfItems<Item extends StopItem = StopItem> {
  id: string | null;
  booking_id: string | null;
  items: readonly Item[];
}

/** An item at the door: the server's word, with what is not sent over it. */
export interface DrawnItem extends StopItem {
  /** how many photos of it were taken here and are not sent */
  photos?: number;
  unsent?: boolean;
}

const AFTER: Partial<Record<ItemEvent["kind"], StopItem["state"]>> = {
  packed: "packed",
  picked_up: "picked_up",
  shelved: "in_storage",
  pulled: "pulled",
  loaded: "out_for_delivery",
  shipped: "shipped",
  delivered: "delivered",
  missing: "missing",
  found: "in_storage",
  refused: "refused",
};
/** Where an item is again when the scan that handed it over is taken back. */
const BEFORE: Partial<Record<StopItem["state"], StopItem["state"]>> = {
  picked_up: "listed",
  delivered: "out_for_delivery",
};

/** The items of a stop with what was recorded of them there, sent or not. */
export function drawnItems(stop: StopOfItems, events: readonly ItemEvent[]): DrawnItem[] {
  let items: DrawnItem[] = [...stop.items];
  for (const event of events) {
    const { item_id, label, stop_id } = event;
    if (stop_id && stop.id && stop_id !== stop.id) continue;
    if (event.kind === "taken_back") {
      items = withoutScan(items, event.reverses);
      continue;
    }
    const there = items.findIndex((item) =>
      item_id ? item.id === item_id : label != null && item.label_code === label,
    );
    const before = items[there] ?? newItem(stop, items, event);
    if (!before) continue;
    items = there < 0 ? [...items, after(before, event)] : items.with(there, after(before, event));
  }
  return items;
}

/** An item that the server does not know yet goes by its label. */
export function isUnknown(item: Pick<StopItem, "id" | "label_code">): boolean {
  return item.id === item.label_code;
}

/** How an event names an item of a stop: by its label where the server does not know it yet. */
export function named(
  { booking_id }: Pick<StopOfItems, "booking_id">,
  item: Pick<StopItem, "id" | "label_code">,
): Partial<ItemEvent> {
  return isUnknown(item) ? { label: item.label_code, booking_id } : { item_id: item.id };
}

/** Still to be taken along. */
export const isWaiting = ({ state }: Pick<StopItem, "state">): boolean =>
  state === "listed" || state === "packed";

/** Whether an item was taken along at a pickup, or handed over at a return. */
export function isDone(
  kind: StopKind,
  { scanned, state }: Pick<StopItem, "scanned" | "state">,
): boolean {
  if (kind === "return") return scanned || state === "delivered";
  return !isWaiting({ state }) && state !== "refused" && state !== "missing";
}

/** How many items of a stop were taken along, or handed over. */
export function countDone(
  kind: StopKind,
  items: readonly Pick<StopItem, "scanned" | "state">[],
): number {
  return items.filter((item) => isDone(kind, item)).length;
}

function newItem(
  stop: StopOfItems,
  items: readonly StopItem[],
  { label, booking_id, kind_of_item, member_id }: ItemEvent,
): DrawnItem | undefined {
  if (!label || !booking_id || booking_id !== stop.booking_id) return undefined;
  return {
    id: label,
    member_id: member_id ?? null,
    number: Math.max(0, ...items.map(({ number }) => number)) + 1,
    label_code: label,
    kind: kind_of_item ?? "box",
    description: "",
    boxed: false,
    heavy: false,
    declared_value_cents: 0,
    state: "listed",
    damaged: false,
    scanned: false,
    scan_id: null,
    picture_id: null,
  };
}

/** The items without a scan that was taken back; one that the scan had added goes with it. */
function withoutScan(items: readonly DrawnItem[], scan: string | null | undefined): DrawnItem[] {
  return items.flatMap((item) => {
    if (!scan || item.scan_id !== scan) return item;
    const state = BEFORE[item.state] ?? item.state;
    return isUnknown(item) ? [] : { ...item, state, scanned: false, scan_id: null, unsent: true };
  });
}

function after(item: DrawnItem, { id, kind, label, heavy, photo_id }: ItemEvent): DrawnItem {
  const isScan = kind === "picked_up" || kind === "delivered";
  return {
    ...item,
    label_code: item.label_code ?? label ?? null,
    state: AFTER[kind] ?? item.state,
    damaged: item.damaged || kind === "damaged",
    heavy: heavy ?? item.heavy,
    photos: (item.photos ?? 0) + (photo_id ? 1 : 0),
    unsent: true,
    ...(isScan ? { scanned: true, scan_id: id } : {}),
  };
}
