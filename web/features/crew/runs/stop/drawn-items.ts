import type { StopCard, StopItem } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";

/** The items of a stop with what was recorded of them there, sent or not. */
export function drawnItems(stop: StopCard, events: readonly ItemEvent[]): StopItem[] {
  let items = stop.items;
  for (const event of events) {
    if (event.stop_id !== stop.id) continue;
    const { item_id, label } = event;
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

function newItem(
  stop: StopCard,
  items: readonly StopItem[],
  { label, booking_id, kind_of_item, member_id }: ItemEvent,
): StopItem | undefined {
  if (!label || !booking_id || booking_id !== stop.booking_id) return undefined;
  return {
    id: label,
    member_id: member_id ?? null,
    number: Math.max(0, ...items.map(({ number }) => number)) + 1,
    label_code: label,
    kind: kind_of_item ?? "box",
    description: "",
    heavy: false,
    state: "listed",
    damaged: false,
    scanned: false,
    scan_id: null,
    picture_id: null,
  };
}

/** The items without a scan that was taken back; one that the scan had added goes with it. */
function withoutScan(items: readonly StopItem[], scan: string | null | undefined): StopItem[] {
  return items.flatMap((item) => {
    if (!scan || item.scan_id !== scan) return item;
    return isUnknown(item) ? [] : { ...item, scanned: false, scan_id: null };
  });
}

function after(item: StopItem, { id, kind, label }: ItemEvent): StopItem {
  const labelled = { ...item, label_code: item.label_code ?? label ?? null };
  if (kind === "missing" || kind === "refused") return { ...labelled, state: kind };
  if (kind === "damaged") return { ...labelled, damaged: true };
  if (kind === "picked_up" || kind === "delivered")
    return { ...labelled, scanned: true, scan_id: id };
  return labelled;
}
