import {
  type Block,
  block,
  CARDBOARD,
  decal,
  disc,
  drawn,
  grouped,
  merged,
  type Point,
  polygon,
  type Scene,
  type Shape,
  TAPE,
  type View,
  WHITE,
} from "./iso";
import { fir, residence, shrub, tapedBox, van, walker } from "./things";

/** Finished pictures. Each is a function of nothing, or of what it shows. */

function field(view: View, from: Point, to: Point, fill: string): Shape {
  const [x, y, z] = from;
  return polygon(
    view,
    [
      [x, y, z],
      [to[0], y, z],
      [to[0], to[1], z],
      [x, to[1], z],
    ],
    fill,
  );
}

/** The dorm on moving day: boxes at the curb, the van on the road, a student leaving with a backpack. */
export const movingDay: Scene = (() => {
  const view: View = { originX: 286, originY: 312, scale: 11.4 };
  const ground = (from: [number, number], to: [number, number], fill: string) =>
    field(view, [...from, 0], [...to, 0], fill);
  const dashes = drawn(view, "top", [-30, 8.75, 0], "M0 0h64", {
    width: 0.4,
    fill: TAPE.top,
    dash: "2.4 2.8",
  });
  const dorm: Block = { x: -11, y: -13, w: 17, d: 10, h: 12.8 };
  const box = (x: number, y: number, z: number, size = 2) =>
    tapedBox(view, { x, y, z, w: size, d: size * 0.9, h: size * 0.8 });
  return {
    width: 640,
    height: 500,
    shapes: merged([
      { d: "M0 0H640V500H0Z", fill: "#cfe5f1" },
      { d: "M556 64a42 42 0 1 0 .1 0Z", fill: TAPE.top },
      { d: "M0 118C50 96 96 122 150 88S236 60 290 96V320H0Z", fill: "#bcd9d3" },
      { d: "M0 176C70 140 110 158 170 112S250 96 300 120V320H0Z", fill: "#a3cbbb" },
      { d: "M640 214C596 194 560 216 516 200S440 172 396 190V380H640Z", fill: "#bcd9d3" },
      { d: "M640 264C590 240 556 256 500 236L420 240V390H640Z", fill: "#a3cbbb" },
      ground([-27, -16], [70, 60], "#b9dac4"),
      ground([18, -16], [70, 2.2], "#9ccbe4"),
      ground([18, 1.6], [70, 2.4], "#ecdfb9"),
      ...[
        [20, -10],
        [27, -5],
        [22, -2],
        [31, -10],
      ].map(([x = 0, y = 0]) => ground([x, y], [x + 3.2, y + 0.35], "#c6e3f1")),
      ground([-27, 3.2], [70, 4.6], "#e4e9e2"),
      ground([-27, 4.6], [70, 13], "#8da39a"),
      ground([-27, 13], [70, 14.2], "#e4e9e2"),
      ground([-4.3, -3], [-0.7, 3.2], "#e4e9e2"),
      dashes,
      ...fir(view, -22, -13, 9),
      ...fir(view, -18.6, -7, 8),
      ...fir(view, -24, -4, 7),
      polygon(
        view,
        [
          [6, -13, 0],
          [11, -13, 0],
          [11, -1, 0],
          [6, -3, 0],
        ],
        "#0d2a2024",
      ),
      ...residence(view, dorm, {
        floors: 4,
        left: 7,
        right: 4,
        lit: "l01 l15 l12 l20 l26 l33 l36 r11 r23 r30 ",
      }),
      ...shrub(view, -10.8, -2.5, 1.5),
      ...shrub(view, 2.4, -2.5, 1.4),
      ...shrub(view, 4.3, -2.5, 1.6),
      ...fir(view, 9.8, -10, 9),
      ...fir(view, 14.4, -10.4, 7),
      ...fir(view, 11.6, -4.4, 8.2),
      ...walker(view, -16.4, 2.8, 1.5),
      ...box(-11.2, 0.2, 0, 2.2),
      ...box(-8.6, -0.6, 0, 2.1),
      ...box(-7.2, 1.5, 0, 1.9),
      ...box(0.2, -0.8, 0, 2.2),
      ...box(0.3, -0.7, 1.76, 1.8),
      ...box(2.8, 0.1, 0, 2),
      ...box(1.6, 6.2, 0, 2.2),
      ...box(1.7, 6.3, 1.76, 1.8),
      ...van(view, 5.4, 6),
      ...shrub(view, -9, 15.2, 1.7),
      ...shrub(view, -6.6, 15.6, 1.3),
      ...fir(view, -3.6, 20.6, 8),
    ]),
  };
})();

const STACK: readonly (readonly [x: number, y: number, z: number, size: number])[] = [
  [-2.6, -2.6, 0, 2.5],
  [0.2, -2.4, 0, 2.3],
  [-2.5, 0.2, 0, 2.3],
  [0.2, 0.2, 0, 2.5],
  [-2.3, -2.3, 2, 2.1],
  [0.2, -2.1, 1.84, 1.9],
  [-0.6, -0.3, 2, 2.1],
  [-1.5, -1.6, 3.68, 1.9],
];

/** A pallet with `count` boxes (0 to 8); the newest is the group "newest", to be dropped on it. */
export function boxStack(count: number): Scene {
  const view: View = { originX: 120, originY: 150, scale: 21 };
  const boxes = STACK.slice(0, count)
    .map(([x, y, z, size], index) => ({ x, y, z, size, newest: index === count - 1 }))
    .sort((a, b) => a.z - b.z || a.x + a.y - (b.x + b.y));
  return {
    width: 240,
    height: 224,
    shapes: [
      ...merged(pallet(view)),
      ...boxes.flatMap(({ x, y, z, size, newest }) => {
        const shapes = tapedBox(view, { x, y, z: z + 0.5, w: size, d: size, h: size * 0.8 });
        return newest ? grouped("newest", shapes) : shapes;
      }),
    ],
  };
}

function pallet(view: View): Shape[] {
  const wood = { top: "#e9d3b0", left: "#c9a878", right: "#a5865a" };
  const feet = [2.4, -0.3, -3].flatMap((y) =>
    block(view, { x: -3, y, z: 0, w: 6, d: 0.6, h: 0.3 }, wood),
  );
  const slats = [-3, -1.45, 0.1, 1.65].flatMap((x) =>
    block(view, { x, y: -3, z: 0.3, w: 1.25, d: 6, h: 0.2 }, wood),
  );
  return [disc(view, [0, 0, 0], 4.3, "top", "#0d2a2014"), ...feet.reverse(), ...slats];
}

/** An open box with nothing in it. */
export const openBox: Scene = (() => {
  const view: View = { originX: 120, originY: 122, scale: 20 };
  const at = { x: -2, y: -2, z: 0, w: 4, d: 4, h: 2.8 };
  const h = at.h;
  const flap = (points: readonly Point[], fill: string) => polygon(view, points, fill);
  return {
    width: 240,
    height: 200,
    shapes: merged([
      disc(view, [0.2, 0.2, 0], 3.6, "top", "#0d2a2014"),
      flap(
        [
          [-2, -2, h],
          [2, -2, h],
          [2, -3.3, h + 1],
          [-2, -3.3, h + 1],
        ],
        "#d7a76c",
      ),
      flap(
        [
          [-2, -2, h],
          [-2, 2, h],
          [-3.3, 2, h + 1],
          [-3.3, -2, h + 1],
        ],
        "#e8bd86",
      ),
      flap(
        [
          [-2, -2, h],
          [2, -2, h],
          [2, 2, h],
          [-2, 2, h],
        ],
        "#7d5230",
      ),
      flap(
        [
          [-2, -2, h],
          [2, -2, h],
          [2, -2, 0.8],
          [-1.2, -1.2, 0.8],
        ],
        "#8f5f38",
      ),
      flap(
        [
          [-2, -2, h],
          [-2, 2, h],
          [-1.2, 1.2, 0.8],
          [-1.2, -1.2, 0.8],
        ],
        "#a06d42",
      ),
      polygon(
        view,
        [
          [-2, 2, 0],
          [2, 2, 0],
          [2, 2, h],
          [-2, 2, h],
        ],
        CARDBOARD.left,
      ),
      polygon(
        view,
        [
          [2, 2, 0],
          [2, -2, 0],
          [2, -2, h],
          [2, 2, h],
        ],
        CARDBOARD.right,
      ),
      decal(view, at, "right", [0.6, 0.5, 1.6, 1], WHITE.left),
      decal(view, at, "right", [0.8, 1.1, 1, 0.16], "#b9c6bf"),
      decal(view, at, "right", [0.8, 0.8, 0.7, 0.16], "#b9c6bf"),
      flap(
        [
          [-2, 2, h],
          [2, 2, h],
          [2, 3.2, h - 0.75],
          [-2, 3.2, h - 0.75],
        ],
        "#e0b079",
      ),
      flap(
        [
          [2, -2, h],
          [2, 2, h],
          [3.2, 2, h - 0.75],
          [3.2, -2, h - 0.75],
        ],
        "#c28a52",
      ),
      polygon(
        view,
        [
          [-0.4, 2, h],
          [0.4, 2, h],
          [0.4, 3.2, h - 0.75],
          [-0.4, 3.2, h - 0.75],
        ],
        TAPE.top,
      ),
    ]),
  };
})();

/** The van with nothing to fetch. */
export const emptyVan: Scene = (() => {
  const view: View = { originX: 100, originY: 76, scale: 11.4 };
  return {
    width: 240,
    height: 180,
    shapes: merged([
      field(view, [-3.6, -0.6, 0], [12.8, 7.2, 0], "#9fb3aa"),
      ...[-3, 1.2, 5.4, 9.6].map((x) => field(view, [x, 6, 0], [x + 2.4, 6.4, 0], TAPE.top)),
      ...van(view, -2.2, 0.2, { open: true }),
    ]),
  };
})();

/** A key with its tag, for places that want one to be signed in. */
export const keyOnTag: Scene = (() => {
  const view: View = { originX: 116, originY: 84, scale: 21 };
  const tag: Block = { x: -4.1, y: -1.5, z: 0.2, w: 3.2, d: 3, h: 0.35 };
  const steel = { top: "#dfe8e4", left: "#b4c4bd", right: "#93a69d" };
  const bow = (z: number, fill: string) => disc(view, [1.2, 0, z], 1.45, "top", fill);
  return {
    width: 240,
    height: 176,
    shapes: merged([
      disc(view, [0.6, 0.6, 0], 4.4, "top", "#0d2a2014"),
      ...block(view, { x: 2.2, y: -0.32, z: 0.2, w: 3.6, d: 0.64, h: 0.4 }, steel),
      ...block(view, { x: 3.9, y: 0.32, z: 0.2, w: 0.55, d: 0.9, h: 0.4 }, steel),
      ...block(view, { x: 4.9, y: 0.32, z: 0.2, w: 0.6, d: 0.6, h: 0.4 }, steel),
      bow(0.2, steel.right),
      bow(0.3, steel.right),
      bow(0.6, steel.top),
      disc(view, [0.8, 0, 0.6], 0.62, "top", "#6f837a"),
      ...block(view, tag, TAPE),
      decal(view, tag, "top", [0.4, 0.5, 1.5, 0.4], "#6b520b"),
      decal(view, tag, "top", [0.4, 1.25, 1.1, 0.4], "#6b520b"),
      decal(view, tag, "top", [0.4, 2, 1.3, 0.4], "#6b520b"),
      disc(view, [-1.4, 0, 0.55], 0.28, "top", "#6b520b"),
      // The ring through both.
      polygon(
        view,
        [
          [-1.45, -0.09, 0.6],
          [0.75, -0.09, 0.66],
          [0.75, 0.09, 0.66],
          [-1.45, 0.09, 0.6],
        ],
        "#22614b",
      ),
    ]),
  };
})();
