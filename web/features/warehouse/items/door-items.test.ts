import type { ListedItem } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";
import { expect, test } from "vitest";
import { isWaiting, itemsAtDoor, takenOf } from "./door-items";

const LABEL = "SS-YJST3-P";
const NEW = "SS-65645-W";
const listed: ListedItem = {
  id: "i1",
  number: 1,
  label_code: null,
  state: "listed",
  damaged: false,
  kind: "box",
  description: "Winter clothes",
  boxed: true,
  heavy: false,
  declared_value_cents: 0,
  picture_id: null,
  member_id: null,
};
const event = (kind: ItemEvent["kind"], more: Partial<ItemEvent>): ItemEvent => ({
  id: crypto.randomUUID(),
  kind,
  at: "2026-05-01T17:00:00Z",
  ...more,
});

test("a label that is put on a listed item stays on it", () => {
  const events = [
    event("picked_up", { item_id: "i1", label: LABEL }),
    event("damaged", { label: LABEL, photo_id: "p1" }),
  ];
  const [item] = itemsAtDoor([listed], events, "b1");
  expect(item).toMatchObject({ label: LABEL, state: "picked_up", damaged: true, photos: 1 });
});

test("a free label adds an item to this booking and to no other", () => {
  const added = event("picked_up", { label: NEW, booking_id: "b1", kind_of_item: "fridge" });
  const more = event("note", { label: NEW, booking_id: "b1", heavy: true });
  const items = itemsAtDoor([listed], [added, more], "b1");
  expect(items[1]).toMatchObject({
    member_id: null,
    number: 2,
    description: "Mini fridge",
    heavy: true,
  });
  expect(items).toHaveLength(2);
  expect(itemsAtDoor([listed], [added, more], "b2")).toHaveLength(1);
});

test("an item that is added for a friend is the friend's before it is sent", () => {
  const added = event("picked_up", { label: NEW, booking_id: "b1", member_id: "m1" });
  expect(itemsAtDoor([listed], [added], "b1")[1]).toMatchObject({ member_id: "m1" });
});

test("what may not be stored is not taken along", () => {
  const items = itemsAtDoor([listed], [event("refused", { item_id: "i1" })], "b1");
  expect(takenOf(items)).toBe(0);
  expect(items.filter(isWaiting)).toEqual([]);
});
