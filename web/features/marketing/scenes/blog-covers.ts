import {
  type Block,
  block,
  decal,
  merged,
  PINE,
  polygon,
  type Scene,
  type Shape,
  TAPE,
  type View,
  WHITE,
} from "@components/illustration/iso";
import { fir, tapedBox, van, walker } from "@components/illustration/things";

const WIDTH = 560;
const HEIGHT = 340;

/** The van packed at the curb, and a student walking off with a backpack. */
const hassleFree: Scene = (() => {
  const view: View = { originX: 236, originY: 176, scale: 12 };
  const strip = (from: number, to: number, fill: string): Shape =>
    polygon(
      view,
      [
        [-14, from, 0],
        [50, from, 0],
        [50, to, 0],
        [-14, to, 0],
      ],
      fill,
    );
  return {
    width: WIDTH,
    height: HEIGHT,
    shapes: merged([
      { d: `M0 0H${WIDTH}V${HEIGHT}H0Z`, fill: "#cfe5f1" },
      { d: "M470 26a34 34 0 1 0 .1 0Z", fill: TAPE.top },
      strip(-9, 30, "#b9dac4"),
      strip(-2.4, -1, "#e4e9e2"),
      strip(-1, 8, "#8da39a"),
      strip(8, 9.2, "#e4e9e2"),
      ...fir(view, -3, -7, 8),
      ...fir(view, 2, -6.4, 6.6),
      ...fir(view, 11, -6.6, 8),
      ...fir(view, 16, -4.6, 6.4),
      ...tapedBox(view, { x: -9.6, y: -2.4, w: 2.4, d: 2.2, h: 1.9 }),
      ...tapedBox(view, { x: -6.6, y: -2.4, w: 2.1, d: 2, h: 1.7 }),
      ...tapedBox(view, { x: -9, y: -2.3, z: 1.9, w: 1.9, d: 1.8, h: 1.5 }),
      ...van(view, 0.6, 0.6),
      ...walker(view, -3.6, 8.2, 1.3),
    ]),
  };
})();

/** A list on a board with its first lines ticked, and the boxes it is about. */
const checklist: Scene = (() => {
  const view: View = { originX: 276, originY: 208, scale: 14.6 };
  const board: Block = { x: -3, y: -5, w: 8, d: 10.5, h: 0.5 };
  const sheet: Block = { x: -2.5, y: -4.2, z: 0.5, w: 7, d: 9.2, h: 0.08 };
  const line = (row: number, length: number, isDone: boolean): Shape[] => {
    const y = 0.9 + row * 1.6;
    return [
      decal(view, sheet, "top", [0.6, y, 0.9, 0.9], isDone ? TAPE.top : "#c6d3cc"),
      decal(view, sheet, "top", [0.76, y + 0.16, 0.58, 0.58], isDone ? TAPE.left : WHITE.top),
      decal(view, sheet, "top", [2.1, y + 0.24, length, 0.42], isDone ? PINE.left : "#b9c6bf"),
    ];
  };
  return {
    width: WIDTH,
    height: HEIGHT,
    shapes: merged([
      { d: `M0 0H${WIDTH}V${HEIGHT}H0Z`, fill: "#dcefe4" },
      polygon(
        view,
        [
          [-40, -40, 0],
          [40, -40, 0],
          [40, 40, 0],
          [-40, 40, 0],
        ],
        "#cbe3d5",
      ),
      ...tapedBox(view, { x: -9.4, y: -5.6, w: 4, d: 3.8, h: 3.2 }),
      ...tapedBox(view, { x: -9, y: -5.3, z: 3.2, w: 3, d: 2.8, h: 2.3 }),
      ...tapedBox(view, { x: -8.6, y: -0.8, w: 3.2, d: 3, h: 2.5 }),
      ...block(view, board, PINE),
      ...block(view, sheet, WHITE),
      ...line(0, 3.8, true),
      ...line(1, 2.8, true),
      ...line(2, 4, true),
      ...line(3, 3.2, false),
      ...line(4, 3.6, false),
      ...block(view, { x: -0.6, y: -5.2, z: 0.5, w: 3.2, d: 1.2, h: 0.5 }, TAPE),
      ...tapedBox(view, { x: 6.6, y: -5.4, w: 3.2, d: 3, h: 2.6 }),
    ]),
  };
})();

/** By the post's slug. */
export const blogCovers: Readonly<Record<string, Scene>> = {
  "student-storage-hassle-free": hassleFree,
  "ultimate-student-storage-checklist": checklist,
};
