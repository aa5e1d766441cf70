import type { PickupDay } from "@api/pickups/pickups";
import type { RunDay } from "@api/pickups/runs";
import { withWork as withPickupWork } from "@features/crew/pickups/offline/pickup-work";
import { withWork as withRunWork } from "@features/crew/runs/offline/run-work";
import type { Entry } from "@lib/offline/outbox-store";
import { expect, it } from "vitest";
import { isForgotten, nextBatch } from "./crew-lane";
import type { CrewWork } from "./crew-work";

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY = "2030-05-01";
const line = { what: "pickup", campusId: 1, day: DAY } as const;
const drag: CrewWork = { ...line, change: { verb: "arrange", order: ["b"], seen: ["b"] } };
const mark = {
  ...line,
  change: { verb: "mark", stop: "s1", status: "completed", event: { stop_id: "s1", at: "now" } },
} as CrewWork;
const scan = (about: string): CrewWork => ({ what: "items", about, events: [] });
const photo: CrewWork = { what: "photo", about: "Box", kind: "item", body: new Blob() };
const failed: CrewWork = {
  what: "stop",
  about: "Ana",
  event: { id: "e1", stop_id: "s1", state: "failed", at: "2030-05-01T17:00:00Z" },
};

const entry = (work: CrewWork, at: number): Entry<CrewWork> => ({
  id: String(at),
  userId: "wren",
  at,
  work,
});
const idsOf = (works: CrewWork[]) => nextBatch(works.map(entry), 100).map(({ id }) => id);

it("a drag is not sent once the server may have forgotten its key; a record at a stop always is", () => {
  expect(isForgotten(0, drag, 5 * DAY_MS)).toBe(false);
  expect(isForgotten(0, drag, 6 * DAY_MS)).toBe(true);
  expect(isForgotten(0, mark, 60 * DAY_MS)).toBe(false);
});

it("work goes in its order, scans that follow each other at once, photos after all else", () => {
  expect(idsOf([photo, scan("1"), photo, scan("2"), mark, scan("3")])).toEqual(["1", "3"]);
  expect(idsOf([photo, mark, scan("1")])).toEqual(["1"]);
  expect(idsOf([photo, photo])).toEqual(["0"]);
});

it("Pickups and Runs draw each other's unsent work", () => {
  const stop = { queue_id: "s1", queue_position: 1, pickup_status: "in_progress" };
  const queue = {
    campus_id: 1,
    day: DAY,
    waiting: [stop],
    done: [],
    failed: [],
  } as unknown as PickupDay;
  expect(withPickupWork(queue, failed).waiting).toEqual([]);
  expect(withPickupWork(queue, mark).done).toHaveLength(1);
  const runs = { runs: [{ stops: [{ id: "s1", state: "arrived" }] }] } as unknown as RunDay;
  expect(withRunWork(runs, { work: mark }).runs[0]?.stops[0]?.state).toBe("completed");
});
