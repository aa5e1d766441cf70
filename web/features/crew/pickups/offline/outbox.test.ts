import { expect, it } from "vitest";
import { isForgotten } from "./outbox";
import type { KeptChange } from "./pickup-change";

const DAY_MS = 24 * 60 * 60 * 1000;
const line = { campusId: 1, day: "2030-05-01" };
const drag: KeptChange = { ...line, change: { verb: "arrange", order: ["b"], seen: ["b"] } };
const mark = { ...line, change: { verb: "mark" } } as KeptChange;

it("a drag is not sent once the server may have forgotten its key; a record at a stop always is", () => {
  expect(isForgotten(0, drag, 5 * DAY_MS)).toBe(false);
  expect(isForgotten(0, drag, 6 * DAY_MS)).toBe(true);
  expect(isForgotten(0, mark, 60 * DAY_MS)).toBe(false);
});
