import { block, CARDBOARD, merged, project } from "@components/illustration/iso";
import { boxStack, movingDay } from "@components/illustration/scenes";
import { describe, expect, it } from "vitest";

const VIEW = { originX: 0, originY: 0, scale: 10 };

describe("isometric drawing", () => {
  it("runs x right and down, y left and down at 30 degrees, z up", () => {
    const [xRight, xDown] = project(VIEW, [1, 0, 0]);
    const [yLeft, yDown] = project(VIEW, [0, 1, 0]);
    expect(Math.atan2(xDown, xRight)).toBeCloseTo(Math.PI / 6);
    expect([yLeft, yDown]).toEqual([-xRight, xDown]);
    expect(project(VIEW, [0, 0, 1])).toEqual([0, -10]);
  });

  it("shows three sides of a block in three tones", () => {
    const fills = block(VIEW, { x: 0, y: 0, w: 1, d: 1, h: 1 }, CARDBOARD).map(({ fill }) => fill);
    expect(new Set(fills)).toEqual(new Set(Object.values(CARDBOARD)));
  });

  it("draws neighbours of one fill as one outline, in order", () => {
    const shapes = ["a", "a", "b", "a"].map((fill, index) => ({ fill, d: `M${index}Z` }));
    expect(merged(shapes).map(({ d }) => d)).toEqual(["M0ZM1Z", "M2Z", "M3Z"]);
  });
});

describe("scenes", () => {
  it("put one more box on the stack for each step, the newest to be dropped", () => {
    expect(boxStack(0).shapes.some(({ group }) => group === "newest")).toBe(false);
    for (let count = 1; count <= 8; count += 1) {
      const scene = boxStack(count);
      expect(scene.shapes.length).toBeGreaterThan(boxStack(count - 1).shapes.length);
      expect(scene.shapes.some(({ group }) => group === "newest")).toBe(true);
    }
  });

  it("hold only finite figures", () => {
    expect(movingDay.shapes.map(({ d }) => d).join("")).not.toMatch(/NaN|Infinity/);
  });
});
