import {
  type Block,
  block,
  decal,
  type Shape,
  type Tones,
  type View,
} from "@components/illustration/iso";

const GLASS = { left: "#d9ebf4", right: "#b9d2df" };
const LIT = "#ffd84d";

export const SAND: Tones = { top: "#f0dfbd", left: "#e0c795", right: "#bfa06a" };
export const STONE: Tones = { top: "#f1f4f2", left: "#dde5e1", right: "#b5c4bd" };
export const TIMBER: Tones = { top: "#d9a566", left: "#c08a4c", right: "#966632" };

export interface Front {
  floors: number;
  /** Windows in a row, on the side that looks left and the one that looks right. */
  left: number;
  right: number;
  /** Every how many-th window has its light on. */
  litEvery?: number;
}

/** A block of storeys with rows of windows, here and there a lit one, under a flat roof. */
export function building(
  view: View,
  at: Block,
  tones: Tones,
  roof: Tones,
  { floors, left, right, litEvery = 7 }: Front,
): Shape[] {
  const storey = at.h / floors;
  const panes: Record<"dark" | "lit", Shape[]> = { dark: [], lit: [] };
  const sides = [
    { face: "left", count: left, length: at.w },
    { face: "right", count: right, length: at.d },
  ] as const;
  let index = 0;
  for (const { face, count, length } of sides) {
    const step = length / count;
    for (let pane = 0; pane < floors * count; pane += 1) {
      const lit = (index * 5 + 3) % litEvery === 0;
      const spot = [
        (pane % count) * step + step * 0.24,
        Math.floor(pane / count) * storey + storey * 0.3,
        step * 0.52,
        storey * 0.46,
      ] as const;
      panes[lit ? "lit" : "dark"].push(decal(view, at, face, spot, lit ? LIT : GLASS[face]));
      index += 1;
    }
  }
  const top = (at.z ?? 0) + at.h;
  return [
    ...block(view, at, tones),
    ...panes.dark,
    ...panes.lit,
    ...block(
      view,
      { x: at.x - 0.25, y: at.y - 0.25, z: top, w: at.w + 0.5, d: at.d + 0.5, h: 0.55 },
      roof,
    ),
  ];
}
