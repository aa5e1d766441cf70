import { describe, expect, it } from "vitest";
import { fitWords, pack, perBox, search, type Thing } from "./fit";

const thing = (id: string, list = search("").things) => {
  const found = list.find((one) => one.id === id);
  if (!found) throw new Error(`no thing ${id}`);
  return found as Thing;
};

describe("packing into medium boxes", () => {
  it.each([
    [{}, 0, 0, 0],
    // A box holds two of 45 percent, and a third goes into the next.
    [{ duvet: 2 }, 1, 0, 0],
    [{ duvet: 3 }, 2, 0, 0],
    // Two of 60 percent never share a box, though three would have the room of two.
    [{ printer: 3 }, 3, 0, 0],
    // Books are light on room and heavy: two and a half dozen are 60 lb.
    [{ books: 2 }, 1, 0, 0],
    [{ books: 3 }, 2, 0, 0],
    // Pillows fill up what the books leave.
    [{ books: 2, pillow: 3 }, 1, 0, 0],
    [{ bike: 1, weights: 2 }, 0, 3, 2],
  ])("%j", (counts, boxes, loose, heavy) => {
    const fit = pack(counts);
    expect([fit.boxes.length, fit.loose, fit.heavy]).toEqual([boxes, loose, heavy]);
    expect(fit.items).toBe(boxes + loose);
    for (const box of fit.boxes) {
      expect(box.percent).toBeLessThanOrEqual(100);
      expect(box.lb).toBeLessThanOrEqual(50);
    }
  });

  it("says how many fit, by room or by weight", () => {
    expect(perBox(thing("coat"))).toBe(4);
    expect(perBox(thing("books"))).toBe(2);
    expect(perBox(thing("bike"))).toBeNull();
  });

  it("is said in words", () => {
    expect(fitWords(pack({ duvet: 1 }))).toBe("1 box");
    expect(fitWords(pack({ duvet: 3, bike: 1 }))).toBe("2 boxes and 1 loose item");
  });
});

describe("looking for a thing", () => {
  it.each([
    ["propane", [], ["fuel"]],
    ["power banks", [], ["batteries"]],
    ["WINTER", ["coat", "boots"], []],
    ["nothing of the kind", [], []],
  ])("%s", (words, things, refused) => {
    const found = search(words);
    expect(found.things.map(({ id }) => id)).toEqual(things);
    expect(found.refused.map(({ id }) => id)).toEqual(refused);
  });
});
