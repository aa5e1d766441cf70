import type { StopCard, StopItem } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";
import { expect, it } from "vitest";
import { countDone, drawnItems, isUnknown, isWaiting } from "./drawn-items";

const LABEL = "SS-65645-W";
const item = (number: number) =>
  ({ id: `i${number}`, number, label_code: null, state: "listed", scanned: false }) as StopItem;
const stop = { id: "s1", booking_id: "b1", items: [item(1), item(2), item(3)] } as StopCard;
const event = (more: Partial<ItemEvent>): ItemEvent => ({
  id: "e1",
  kind: "picked_up",
  at: "2027-04-29T17:00:00Z",
  stop_id: "s1",
  ...more,
});

it("draws a label on the listed item that it was put on, without a signal", () => {
  const drawn = drawnItems(stop, [event({ item_id: "i1", label: LABEL })]);
  expect(drawn).toHaveLength(3);
  expect(drawn[0]).toMatchObject({ label_code: LABEL, scanned: true });
  expect(drawn.filter(({ scanned }) => scanned)).toHaveLength(1);
});

it("draws a new item once, also when more is recorded of it", () => {
  const drawn = drawnItems(stop, [
    event({ label: LABEL, booking_id: "b1", kind_of_item: "box" }),
    event({ id: "e2", kind: "damaged", label: LABEL, booking_id: "b1" }),
  ]);
  expect(drawn).toHaveLength(4);
  expect(drawn[3]).toMatchObject({ number: 4, label_code: LABEL, scanned: true, damaged: true });
  expect(drawn.filter(isUnknown)).toHaveLength(1);
});

it("draws a scan that was taken back as if it had not been", () => {
  const events = [
    event({ item_id: "i1", label: LABEL }),
    event({ id: "e2", label: "SS-YJST3-P", booking_id: "b1" }),
  ];
  const back = (id: string) => event({ id: `${id}-back`, kind: "taken_back", reverses: id });
  const drawn = drawnItems(stop, [...events, back("e1"), back("e2")]);
  expect(drawn).toHaveLength(3);
  expect(drawn.some(({ scanned }) => scanned)).toBe(false);
});

it("draws nothing at another stop", () => {
  expect(drawnItems(stop, [event({ stop_id: "s2", label: LABEL, booking_id: "b2" })])).toEqual(
    stop.items,
  );
});

it("draws what was recorded of a new item, and in no other booking", () => {
  const added = event({ label: LABEL, booking_id: "b1", kind_of_item: "fridge", member_id: "m1" });
  const note = { kind: "note", label: LABEL, booking_id: "b1" } as const;
  const more = event({ ...note, id: "e2", heavy: true, photo_id: "p1" });
  const drawn = drawnItems(stop, [added, more]);
  expect(drawn[3]).toMatchObject({
    member_id: "m1",
    kind: "fridge",
    heavy: true,
    photos: 1,
    unsent: true,
  });
  expect(drawn).toHaveLength(4);
  expect(drawnItems({ ...stop, booking_id: "b2" }, [added, more])).toHaveLength(3);
});

it("draws an item that waits again once its stored scan is taken back", () => {
  const stored = { ...item(1), state: "picked_up", scanned: true, scan_id: "e0" } as StopItem;
  const back = event({ id: "e1", kind: "taken_back", reverses: "e0" });
  const drawn = drawnItems({ ...stop, items: [stored] }, [back]);
  expect(drawn[0]).toMatchObject({ scanned: false, scan_id: null });
  expect(drawn.filter(isWaiting)).toHaveLength(1);
});

it("does not take along what may not be stored", () => {
  const drawn = drawnItems({ ...stop, items: [item(1)] }, [
    event({ kind: "refused", item_id: "i1" }),
  ]);
  expect(countDone("pickup", drawn)).toBe(0);
  expect(drawn.filter(isWaiting)).toEqual([]);
});
