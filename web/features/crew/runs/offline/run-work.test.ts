import type { StopCard, StopItem } from "@api/commands.types";
import type { ItemEvent } from "@api/pickups/custody";
import type { RunDay } from "@api/pickups/runs";
import { expect, it } from "vitest";
import { withWork } from "./run-work";

const item = { id: "i1", number: 1, state: "out_for_delivery", scanned: false, damaged: false };
const day = {
  runs: [{ stops: [{ id: "s1", items: [item as StopItem] } as StopCard] }],
} as unknown as RunDay;
const after = (before: RunDay, kind: ItemEvent["kind"]) =>
  withWork(before, {
    work: {
      what: "items",
      about: "Ana",
      events: [{ id: kind, kind, at: "2027-08-31T17:00:00Z", item_id: "i1", stop_id: "s1" }],
    },
  });
const only = ({ runs }: RunDay) => runs[0]?.stops[0]?.items[0];

it("marks an item as damaged beside what else becomes of it", () => {
  const damaged = after(day, "damaged");
  expect(only(damaged)).toMatchObject({ damaged: true, scanned: false });
  expect(only(after(damaged, "delivered"))).toMatchObject({ damaged: true, scanned: true });
  expect(only(after(day, "missing"))).toMatchObject({ state: "missing", scanned: false });
});
