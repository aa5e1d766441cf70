import {
  type Block,
  block,
  decal,
  panes,
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
  const sides = [
    { face: "left", columns: left, length: at.w },
    { face: "right", columns: right, length: at.d },
  ] as const;
  let index = 0;
  const lights: Shape[] = [];
  for (const { face, columns, length } of sides) {
    const step = length / columns;
    for (let pane = 0; pane < floors * columns; pane += 1, index += 1) {
      if ((index * 5 + 3) % litEvery !== 0) continue;
      const spot = [
        ((pane % columns) + 0.25) * step,
        (Math.floor(pane / columns) + 0.3) * storey,
        step * 0.5,
        storey * 0.5,
      ] as const;
      lights.push(decal(view, at, face, spot, LIT));
    }
  }
  const top = (at.z ?? 0) + at.h;
  return [
    ...block(view, at, tones),
    ...sides.map(({ face, columns }) =>
      panes(view, at, face, { rows: floors, columns }, GLASS[face]),
    ),
    ...lights,
    ...block(
      view,
      { x: at.x - 0.25, y: at.y - 0.25, z: top, w: at.w + 0.5, d: at.d + 0.5, h: 0.55 },
      roof,
    ),
  ];
}
