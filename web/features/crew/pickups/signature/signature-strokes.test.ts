import { describe, expect, it } from "vitest";
import { withPoint } from "./signature-strokes";

describe("a signature's strokes", () => {
  it("begin where the pen is put down, a dot too, and follow it in whole units", () => {
    const down = withPoint("", { x: 10.4, y: 20.6 }, undefined);
    expect(down).toBe("M10 21L10 21");
    const on = withPoint(down, { x: 30, y: 40 }, { x: 10.4, y: 20.6 });
    expect(on).toBe("M10 21L10 21L30 40");
    expect(withPoint(on, { x: 31, y: 41 }, { x: 30, y: 40 })).toBe(on);
    expect(withPoint(on, { x: 50, y: 50 }, undefined)).toBe(`${on}M50 50L50 50`);
  });

  it("stay on the field and within what the server keeps", () => {
    expect(withPoint("", { x: -5, y: 900 }, undefined)).toBe("M0 240L0 240");
    const long = `M1 1${"L1 1".repeat(4_998)}`;
    expect(withPoint(long, { x: 100, y: 100 }, { x: 1, y: 1 })).toBe(long);
  });
});
