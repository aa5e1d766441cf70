import {
  type Block,
  BRICK,
  block,
  CARDBOARD,
  decal,
  disc,
  INK,
  PINE,
  panes,
  polygon,
  prism,
  pyramid,
  type Shape,
  TAPE,
  type Tones,
  type View,
  WHITE,
} from "./iso";

/** The things in scenes. Each returns its shapes from back to front. */

const GLASS = "#d9ebf4";
const LIT = "#ffd84d";

/** A closed box with one strip of tape over it and a label on its right side. */
export function tapedBox(view: View, at: Block): Shape[] {
  const strip = at.w * 0.2;
  const middle = (at.w - strip) / 2;
  return [
    ...block(view, at, CARDBOARD),
    decal(view, at, "top", [middle, 0, strip, at.d], TAPE.top),
    decal(view, at, "left", [middle, at.h * 0.62, strip, at.h * 0.38], TAPE.left),
    decal(view, at, "right", [at.d * 0.16, at.h * 0.16, at.d * 0.42, at.h * 0.3], WHITE.left),
  ];
}

/** A fir: three pyramids on a trunk, `size` units tall. */
export function fir(view: View, x: number, y: number, size: number, tones: Tones = PINE): Shape[] {
  const trunk = size * 0.11;
  const tier = (width: number, z: number, h: number) =>
    pyramid(
      view,
      {
        x: x - (width * size) / 2,
        y: y - (width * size) / 2,
        z: z * size,
        w: width * size,
        h: h * size,
      },
      tones,
    );
  const tiers = [tier(0.5, 0.16, 0.42), tier(0.4, 0.36, 0.38), tier(0.29, 0.56, 0.44)];
  const foot = { x: x - trunk / 2, y: y - trunk / 2, w: trunk, d: trunk, h: size * 0.2 };
  return [
    decal(view, foot, "left", [0, 0, trunk, foot.h], "#7a4c2a"),
    decal(view, foot, "right", [0, 0, trunk, foot.h], "#5b371d"),
    // All left sides, then all right ones: each half becomes one outline.
    ...[0, 1].flatMap((side) => tiers.flatMap((sides) => sides[side] ?? [])),
  ];
}

/** A round-topped tree as a faceted block on a trunk. */
export function shrub(view: View, x: number, y: number, size: number): Shape[] {
  return block(view, { x, y, w: size, d: size, h: size * 0.8 }, PINE);
}

/** A residence of brick with its windows, a door towards the road and a flat roof. */
export function residence(
  view: View,
  at: Block,
  { floors, left, right, lit }: { floors: number; left: number; right: number; lit: string },
): Shape[] {
  const storey = at.h / floors;
  const bright: Shape[] = [];
  function windows(face: "left" | "right", count: number, length: number): Shape {
    const step = length / count;
    for (const [, floor = "", column = ""] of lit.matchAll(
      new RegExp(`${face[0]}(\\d)(\\d)`, "g"),
    )) {
      const place = [
        (Number(column) + 0.25) * step,
        (Number(floor) + 0.3) * storey,
        step * 0.5,
        storey * 0.5,
      ] as const;
      bright.push(decal(view, at, face, place, LIT));
    }
    const glass = face === "left" ? GLASS : "#b9d2df";
    return panes(view, at, face, { rows: floors, columns: count }, glass);
  }
  const glass = [windows("left", left, at.w), windows("right", right, at.d)];
  const roof = {
    x: at.x - 0.4,
    y: at.y - 0.4,
    z: (at.z ?? 0) + at.h,
    w: at.w + 0.8,
    d: at.d + 0.8,
  };
  const door = at.w * 0.44;
  return [
    ...block(view, at, BRICK),
    decal(view, at, "left", [0, 0, at.w, storey * 0.12], "#a8442c"),
    decal(view, at, "right", [0, 0, at.d, storey * 0.12], "#842f1d"),
    ...glass,
    ...bright,
    decal(view, at, "left", [door, 0, at.w * 0.12, storey * 0.86], INK.left),
    decal(view, at, "left", [door + at.w * 0.07, storey * 0.1, at.w * 0.03, storey * 0.62], LIT),
    ...block(
      view,
      {
        x: at.x + door - 0.3,
        y: at.y + at.d,
        z: storey * 0.95,
        w: at.w * 0.12 + 0.6,
        d: 1.5,
        h: 0.28,
      },
      TAPE,
    ),
    ...block(view, { ...roof, h: 0.9 }, PINE),
    polygon(
      view,
      [
        [roof.x + 0.7, roof.y + 0.7, roof.z + 0.9],
        [roof.x + roof.w - 0.7, roof.y + 0.7, roof.z + 0.9],
        [roof.x + roof.w - 0.7, roof.y + roof.d - 0.7, roof.z + 0.9],
        [roof.x + 0.7, roof.y + roof.d - 0.7, roof.z + 0.9],
      ],
      "#2c6a53",
    ),
    ...block(view, { x: at.x + 2, y: at.y + 2, z: roof.z + 0.9, w: 2.4, d: 2, h: 1.2 }, WHITE),
  ];
}

/** The van, driving along x. `x`, `y` is its rear left-hand corner on the road. */
export function van(view: View, x: number, y: number, { open = false } = {}): Shape[] {
  const wide = 4.2;
  const cargo: Block = { x, y, z: 1, w: 7.6, d: wide, h: 5.2 };
  const nose = x + 11.6;
  const cab = [
    [x + 7.8, 1],
    [x + 7.8, 5],
    [x + 10.3, 5],
    [nose, 3],
    [nose, 1],
  ] as const;
  const shadow = polygon(
    view,
    [
      [x - 0.3, y + 0.5, 0],
      [nose + 0.4, y + 0.5, 0],
      [nose + 0.4, y + wide + 0.7, 0],
      [x - 0.3, y + wide + 0.7, 0],
    ],
    "#0d2a2033",
  );
  const wheel = (at: number) => [
    disc(view, [at, y + wide, 1], 1, "left", "#10201b"),
    disc(view, [at, y + wide, 1], 0.48, "left", "#c9d6d0"),
  ];
  const side = y + wide;
  const front: Block = { x: nose - 1, y, z: 1, w: 1, d: wide, h: 2 };
  const windscreen = polygon(
    view,
    [
      [nose - 0.12, y + 0.45, 3.2],
      [x + 10.45, y + 0.45, 4.8],
      [x + 10.45, side - 0.45, 4.8],
      [nose - 0.12, side - 0.45, 3.2],
    ],
    "#b8d9ea",
  );
  return [
    shadow,
    ...block(view, { x: x + 0.2, y: y + 0.2, z: 0.6, w: 11.2, d: wide - 0.4, h: 0.5 }, INK),
    ...block(view, cargo, WHITE),
    decal(view, cargo, "left", [0.5, 0.7, 6.6, 2.5], PINE.left),
    decal(view, cargo, "left", [0.9, 2.15, 4.6, 0.5], WHITE.top),
    decal(view, cargo, "left", [0.9, 1.2, 2.8, 0.5], TAPE.left),
    ...(open ? [decal(view, cargo, "left", [5.9, 3.6, 1.2, 1.2], WHITE.right)] : []),
    ...prism(view, cab, y, wide, PINE),
    windscreen,
    polygon(
      view,
      [
        [x + 8.4, side, 3.1],
        [x + 8.4, side, 4.55],
        [x + 10, side, 4.55],
        [x + 10.9, side, 3.1],
      ],
      "#cfe6f2",
    ),
    decal(view, front, "right", [0.3, 0.9, 0.75, 0.55], TAPE.top),
    decal(view, front, "right", [wide - 1.05, 0.9, 0.75, 0.55], TAPE.top),
    decal(view, front, "right", [0, 0, wide, 0.4], INK.right),
    decal(view, { ...front, x: x + 7.8, w: 3.8 }, "left", [0, 0, 3.8, 0.4], INK.left),
    ...wheel(x + 2),
    ...wheel(x + 9.6),
  ];
}

/** A student going home with a backpack, walking along -x; `size` 1 is 3.4 units tall. */
export function walker(view: View, x: number, y: number, size = 1): Shape[] {
  const skin: Tones = { top: "#4a2e20", left: "#c98f68", right: "#5a3a28" };
  const coat: Tones = { top: "#f4f8f6", left: "#e6eeea", right: "#c5d3cc" };
  const part = (at: Required<Block>, tones: Tones) =>
    block(
      view,
      {
        x: x + at.x * size,
        y: y + at.y * size,
        z: at.z * size,
        w: at.w * size,
        d: at.d * size,
        h: at.h * size,
      },
      tones,
    );
  return [
    disc(view, [x + 0.8 * size, y + 0.6 * size, 0], size, "top", "#0d2a202e"),
    ...part({ x: 0.25, y: 0.1, z: 0, w: 0.4, d: 0.34, h: 1.2 }, INK),
    ...part({ x: -0.1, y: 0.56, z: 0, w: 0.4, d: 0.34, h: 1.2 }, INK),
    ...part({ x: 0, y: 0, z: 1.2, w: 0.7, d: 1, h: 1.3 }, coat),
    ...part({ x: 0.7, y: 0.08, z: 1.3, w: 0.65, d: 0.84, h: 1.15 }, TAPE),
    ...part({ x: 0.05, y: 0.17, z: 2.5, w: 0.62, d: 0.66, h: 0.8 }, skin),
  ];
}
