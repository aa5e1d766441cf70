import {
  type Block,
  block,
  CARDBOARD,
  decal,
  disc,
  drawn,
  INK,
  PINE,
  polygon,
  type Shape,
  SKY,
  TAPE,
  type Tones,
  type View,
  WHITE,
} from "./iso";
import { tapedBox } from "./things";

/** What stands in a student's room, and what carries it. Each returns shapes from back to front. */

const PLUM: Tones = { top: "#e0714f", left: "#cd5538", right: "#9f3c26" };
export const STEEL: Tones = { top: "#dfe8e4", left: "#b4c4bd", right: "#8da09a" };
export const WOOD: Tones = { top: "#e9d3b0", left: "#c9a878", right: "#a5865a" };
const SHADE = "#0d2a2014";

/** A soft shadow under a thing. */
export function shade(view: View, x: number, y: number, radius: number): Shape {
  return disc(view, [x, y, 0], radius, "top", SHADE);
}

/** An upright suitcase with ribs, a handle and two wheels. */
export function suitcase(view: View, x: number, y: number, tones: Tones = SKY): Shape[] {
  const body: Block = { x, y, z: 0.25, w: 2, d: 1.1, h: 2.9 };
  return [
    ...block(view, { x: x + 0.2, y: y + 0.7, w: 0.3, d: 0.3, h: 0.3 }, INK),
    ...block(view, { x: x + 1.5, y: y + 0.7, w: 0.3, d: 0.3, h: 0.3 }, INK),
    ...block(view, body, tones),
    drawn(view, "left", [x, y + 1.1, 0.25], "M.5 .3v2.3M1 .3v2.3M1.5 .3v2.3", {
      width: 0.12,
      fill: tones.right,
    }),
    drawn(view, "left", [x, y + 0.55, 3.15], "M.5 0v.9h1v-.9", { width: 0.16, fill: INK.left }),
    decal(view, body, "right", [0.25, 1.1, 0.6, 0.5], WHITE.left),
  ];
}

/** A mini fridge with its door taped shut. */
export function miniFridge(view: View, x: number, y: number, z = 0): Shape[] {
  const body: Block = { x, y, z, w: 2.4, d: 2.3, h: 3 };
  return [
    ...block(view, body, WHITE),
    decal(view, body, "left", [0.12, 2.05, 2.16, 0.08], WHITE.right),
    decal(view, body, "left", [2, 2.3, 0.14, 0.5], INK.left),
    decal(view, body, "left", [2, 1.1, 0.14, 0.7], INK.left),
    decal(view, body, "left", [0, 1.5, 2.4, 0.28], TAPE.left),
    decal(view, body, "right", [0, 1.5, 0.9, 0.28], TAPE.right),
  ];
}

/** Books lying on one another, the widest below. */
export function books(view: View, x: number, y: number, z = 0): Shape[] {
  return [PINE, TAPE, PLUM, SKY].flatMap((tones, index) => {
    const at: Block = {
      x: x + (index % 2) * 0.14,
      y: y + index * 0.07,
      z: z + index * 0.34,
      w: 1.8 - index * 0.08,
      d: 1.3 - index * 0.06,
      h: 0.32,
    };
    return [
      ...block(view, at, tones),
      decal(view, at, "right", [0.1, 0.08, at.d - 0.1, 0.16], WHITE.right),
    ];
  });
}

/** A mug, drawn as a narrow block with its ear. */
export function mug(view: View, x: number, y: number, z = 0, tones: Tones = TAPE): Shape[] {
  return [
    ...block(view, { x, y, z, w: 0.6, d: 0.6, h: 0.75 }, tones),
    polygon(
      view,
      [
        [x + 0.1, y + 0.1, z + 0.75],
        [x + 0.5, y + 0.1, z + 0.75],
        [x + 0.5, y + 0.5, z + 0.75],
        [x + 0.1, y + 0.5, z + 0.75],
      ],
      tones.right,
    ),
    drawn(view, "left", [x, y + 0.6, z], "M0 .6h-.28v-.38h.28", {
      width: 0.11,
      fill: tones.right,
    }),
  ];
}

/** A desk lamp on its foot, with a lit shade. */
export function lamp(view: View, x: number, y: number, z = 0): Shape[] {
  return [
    ...block(view, { x, y, z, w: 0.9, d: 0.9, h: 0.14 }, INK),
    drawn(view, "left", [x + 0.45, y + 0.45, z + 0.14], "M0 0v1.9", {
      width: 0.14,
      fill: INK.left,
    }),
    ...block(view, { x: x - 0.05, y: y - 0.05, z: z + 1.9, w: 1, d: 1, h: 0.75 }, TAPE),
  ];
}

/** Folded sweaters and a duvet in a pile. */
export function laundry(view: View, x: number, y: number, z = 0): Shape[] {
  const layers: readonly [Tones, number][] = [
    [SKY, 0.42],
    [WHITE, 0.3],
    [PLUM, 0.26],
    [PINE, 0.22],
  ];
  let top = z;
  return layers.flatMap(([tones, h]) => {
    const shapes = block(view, { x, y, z: top, w: 1.7, d: 1.5, h }, tones);
    top += h;
    return shapes;
  });
}

/** A bike standing along x, its back wheel at `x`. */
export function bike(view: View, x: number, y: number, size = 1, frame = PLUM.left): Shape[] {
  const plane = { ...view, scale: view.scale * size };
  // The plane is scaled around the back wheel's foot, so its origin is shifted back.
  const at = [x / size, y / size, 0] as const;
  const wheel = (cx: number) => `M${cx - 1.1} 1.1a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0`;
  return [
    drawn(plane, "left", at, wheel(1.1) + wheel(4.5), { width: 0.22, fill: "#12241e" }),
    drawn(plane, "left", at, "M1.1 1.1 2 2.6h1.9L2.6 1.1H1.1M2 2.6l.6-1.5M4.5 1.1 3.8 3.1", {
      width: 0.2,
      fill: frame,
    }),
    drawn(plane, "left", at, "M1.7 2.85h.8M3.5 3.2h.7", { width: 0.24, fill: "#12241e" }),
  ];
}

/** A hand truck with `count` boxes on it, its back towards -x. */
export function handTruck(view: View, x: number, y: number, count = 3): Shape[] {
  const boxes = Array.from({ length: count }, (_, index) => index).flatMap((index) =>
    tapedBox(view, {
      x: x + 0.5 + index * 0.06,
      y: y + 0.1 + index * 0.05,
      z: 0.5 + index * 1.65,
      w: 2.1 - index * 0.12,
      d: 2 - index * 0.1,
      h: 1.62,
    }),
  );
  return [
    shade(view, x + 1.6, y + 1.2, 2.2),
    drawn(view, "right", [x + 0.3, y + 2.1, 0.4], "M0 0V6M2.1 0V6M0 6h2.1M0 2h2.1M0 4h2.1", {
      width: 0.18,
      fill: INK.left,
    }),
    ...block(view, { x: x + 0.3, y, z: 0.35, w: 2.5, d: 2.2, h: 0.15 }, STEEL),
    ...boxes,
    disc(view, [x + 0.5, y + 2.3, 0.5], 0.5, "left", "#10201b"),
    disc(view, [x + 0.5, y + 2.3, 0.5], 0.22, "left", "#c9d6d0"),
  ];
}

/** A warehouse rack along x: shelves with what stands on each, counted per bay. */
export function rack(
  view: View,
  { x, y, w, d, h }: Block,
  shelves: readonly (readonly number[])[],
): Shape[] {
  const storey = h / shelves.length;
  const post = (px: number, py: number) =>
    block(view, { x: px, y: py, w: 0.28, d: 0.28, h: h + 0.5 }, PINE);
  return [
    ...post(x, y),
    ...post(x + w - 0.28, y),
    ...shelves.flatMap((bays, level) => {
      const z = level * storey + 0.35;
      const bay = w / bays.length;
      return [
        ...block(view, { x, y, z: z - 0.25, w, d, h: 0.25 }, TAPE),
        ...bays.flatMap((size, index) =>
          size === 0
            ? []
            : tapedBox(view, {
                x: x + index * bay + (bay - size) / 2,
                y: y + d - size * 0.95 - 0.15,
                z,
                w: size,
                d: size * 0.9,
                h: size * 0.8,
              }),
        ),
      ];
    }),
    ...post(x, y + d - 0.28),
    ...post(x + w - 0.28, y + d - 0.28),
  ];
}

/** A box with its flaps up, and things looking out of it. */
export function packedBox(view: View, at: Block, inside: readonly Shape[]): Shape[] {
  const { x, y, z = 0, w, d } = at;
  const top = z + at.h;
  const quad = (points: readonly (readonly [number, number, number])[], fill: string) =>
    polygon(view, points, fill);
  const [x1, y1, flap] = [x + w, y + d, w * 0.3];
  return [
    quad(
      [
        [x, y, top],
        [x1, y, top],
        [x1, y - flap, top + flap * 0.8],
        [x, y - flap, top + flap * 0.8],
      ],
      "#d7a76c",
    ),
    quad(
      [
        [x, y, top],
        [x, y1, top],
        [x - flap, y1, top + flap * 0.8],
        [x - flap, y, top + flap * 0.8],
      ],
      CARDBOARD.top,
    ),
    quad(
      [
        [x, y, top],
        [x1, y, top],
        [x1, y1, top],
        [x, y1, top],
      ],
      "#7d5230",
    ),
    ...inside,
    quad(
      [
        [x, y1, z],
        [x1, y1, z],
        [x1, y1, top],
        [x, y1, top],
      ],
      CARDBOARD.left,
    ),
    quad(
      [
        [x1, y1, z],
        [x1, y, z],
        [x1, y, top],
        [x1, y1, top],
      ],
      CARDBOARD.right,
    ),
    decal(view, at, "right", [d * 0.16, at.h * 0.16, d * 0.42, at.h * 0.3], WHITE.left),
    quad(
      [
        [x, y1, top],
        [x1, y1, top],
        [x1, y1 + flap, top - flap * 0.5],
        [x, y1 + flap, top - flap * 0.5],
      ],
      "#e0b079",
    ),
    quad(
      [
        [x1, y, top],
        [x1, y1, top],
        [x1 + flap, y1, top - flap * 0.5],
        [x1 + flap, y, top - flap * 0.5],
      ],
      "#c28a52",
    ),
  ];
}
