import { expect, test } from "vitest";
import { labelOwners, readDoorScan, targetOf, targetOptions } from "./door-scan";

const ANAS = "SS-YJST3-P";
const OWN = "SS-65645-W";
const FREE = "SS-7K4M2-B";
const others = labelOwners([{ full_name: "Ana Silva", labels: [ANAS, null] }]);
const item = (number: number, label: string | null, done = false) => ({
  key: `i${number}`,
  number,
  description: "Box",
  label,
  done,
});
const items = [item(1, OWN), item(2, null), item(3, null)];
const scan = (written: string, of = items) => readDoorScan(written, of, others);

// Rule: scans-at-the-door.
test("a misread label is refused before it is kept", () => {
  for (const written of ["SS-7AFF8-D", "SS-65645-X", "SS-65654-W", "a box", ""])
    expect(scan(written)).toMatchObject({ what: "refused", heard: { tone: "wrong" } });
});

test("a label of another stop of the day is refused by name", () => {
  expect(scan(ANAS.toLowerCase())).toEqual({
    what: "refused",
    heard: { tone: "wrong", words: `${ANAS} is on an item of Ana Silva.` },
  });
});

test("the same label twice is said, and counts once", () => {
  expect(scan(OWN)).toMatchObject({ what: "item", item: { number: 1 } });
  expect(scan(OWN, [item(1, OWN, true)])).toMatchObject({
    what: "refused",
    heard: { tone: "again", words: "Scanned already: 1, Box" },
  });
});

test("a free label goes on the next listed item without a label, or on a chosen one", () => {
  expect(scan(FREE)).toEqual({ what: "free", label: FREE });
  expect(targetOf(items, "")).toMatchObject({ item: { number: 2 } });
  expect(targetOf(items, "i3")).toMatchObject({ item: { number: 3 } });
  // What was chosen and has its label by now is no target any more.
  expect(targetOf(items, "i1")).toMatchObject({ item: { number: 2 } });
});

test("a new item is added on request alone", () => {
  const labelled = [item(1, OWN)];
  expect(targetOf(labelled, "")).toBeNull();
  expect(targetOf(labelled, "new:box")).toEqual({ kind: "box" });
  expect(targetOptions(labelled)[0]).toEqual({ value: "new:box", label: "New item: Box" });
});

test("what was taken along without a label can still get one, after those that wait", () => {
  expect(targetOf([item(1, null, true), item(2, null)], "")).toMatchObject({
    item: { number: 2 },
  });
  expect(targetOf([item(1, null, true)], "")).toMatchObject({ item: { number: 1 } });
});
