import type { ListedItem } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";
import storage from "@facts/storage.json";

/** An item at the door as the crew sees it: the server's word with what is not sent over it. */
export interface DoorItem {
  /** its id, or the label of one that the server does not know yet */
  key: string;
  id: string | null;
  /** the friend of the bundle who owns it; null: the customer does */
  member_id: string | null;
  label: string | null;
  number: number;
  description: string;
  state: ListedItem["state"];
  damaged: boolean;
  heavy: boolean;
  picture_id: string | null;
  /** how many photos of it were taken here and are not sent */
  photos: number;
  unsent: boolean;
}

const AFTER: Partial<Record<ItemEvent["kind"], ListedItem["state"]>> = {
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

/** The items of a booking with the events that the server has not acknowledged. */
export function itemsAtDoor(
  listed: readonly ListedItem[],
  events: readonly ItemEvent[],
  bookingId: string | null,
): DoorItem[] {
  const items: DoorItem[] = listed.map((one) => ({
    ...one,
    key: one.id,
    label: one.label_code,
    photos: 0,
    unsent: false,
  }));
  const takenBack = new Set(events.map(({ reverses }) => reverses));
  for (const event of events) {
    const { item_id, label } = event;
    if (takenBack.has(event.id)) continue;
    const there = items.findIndex((one) =>
      item_id ? one.id === item_id : label != null && one.label === label,
    );
    const before =
      items[there] ??
      (label && bookingId && event.booking_id === bookingId ? added(items, event) : undefined);
    if (!before) continue;
    items[there < 0 ? items.length : there] = {
      ...before,
      label: before.label ?? label ?? null,
      state: AFTER[event.kind] ?? before.state,
      damaged: before.damaged || event.kind === "damaged",
      heavy: event.heavy ?? before.heavy,
      photos: before.photos + (event.photo_id ? 1 : 0),
      unsent: true,
    };
  }
  return items;
}

interface DoorStop {
  booking_id: string | null;
  full_name: string;
  items: readonly ListedItem[];
}

/** The labels of each stop's items, with those that were put on here and are not sent. */
export function labelsOf(
  stops: readonly DoorStop[],
  events: readonly ItemEvent[],
): { full_name: string; labels: (string | null)[] }[] {
  return stops.map(({ booking_id, full_name, items }) => ({
    full_name,
    labels: itemsAtDoor(items, events, booking_id).map(({ label }) => label),
  }));
}

function added(items: readonly DoorItem[], event: ItemEvent): DoorItem {
  const kind = event.kind_of_item ?? "box";
  return {
    key: event.label ?? event.id,
    id: null,
    member_id: event.member_id ?? null,
    label: event.label ?? null,
    number: items.length + 1,
    description: DOOR_KINDS.find(({ value }) => value === kind)?.label ?? "Item",
    state: "listed",
    damaged: false,
    heavy: false,
    picture_id: null,
    photos: 0,
    unsent: true,
  };
}

/** What an item that nobody listed may be, the most common first. */
export const DOOR_KINDS = [
  { value: "box", label: "Box" },
  ...storage.things
    .filter(({ group }) => group === "loose")
    .map(({ id, name }) => ({ value: id, label: name })),
  { value: "other", label: "Something else" },
];

/** Still to be taken along. */
export const isWaiting = ({ state }: Pick<DoorItem, "state">): boolean =>
  state === "listed" || state === "packed";

/** How many were taken along. */
export const takenOf = (items: readonly Pick<DoorItem, "state">[]): number =>
  items.filter((one) => !isWaiting(one) && one.state !== "refused").length;
