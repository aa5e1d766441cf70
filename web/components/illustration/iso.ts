/**
 * Isometric drawing: x runs right and down, y left and down, z up, 30 degrees each.
 * Everything is a pure function to flat shapes; a scene lists them from back to front.
 */

/** One filled outline. `d` may hold several closed outlines of the same fill. */
export interface Shape {
  d: string;
  fill: string;
  /** Shapes of one group move together (a box that drops). */
  group?: string;
  /** Draws along `d` in `fill` instead of filling it. */
  stroke?: Stroke;
}

/** A pen on one plane of the scene: `d` is then in units of that plane. */
export interface Stroke {
  transform: string;
  width: number;
  /** Lengths of dashes and gaps, in units. */
  dash?: string;
}

export interface Scene {
  width: number;
  height: number;
  shapes: readonly Shape[];
}

/** Light from the left: top, left-facing and right-facing side of one material. */
export interface Tones {
  top: string;
  left: string;
  right: string;
}

/** A block: its lowest back corner and its extent along x, y and z. */
export interface Block {
  x: number;
  y: number;
  z?: number;
  w: number;
  d: number;
  h: number;
}

export type Point = readonly [x: number, y: number, z: number];
export type Face = "top" | "left" | "right";

/** Where scene coordinates land on paper: pixels of the origin, and pixels a unit. */
export interface View {
  originX: number;
  originY: number;
  scale: number;
}

const COS = Math.cos(Math.PI / 6);
const SIN = 0.5;
/** Control-point distance that makes four Bézier curves a circle. */
const KAPPA = 0.5523;

export const CARDBOARD: Tones = { top: "#e8bd86", left: "#d29c60", right: "#ae7440" };
export const TAPE: Tones = { top: "#ffd84d", left: "#f3c22c", right: "#d6a51d" };
export const BRICK: Tones = { top: "#e0714f", left: "#cd5538", right: "#9f3c26" };
export const PINE: Tones = { top: "#3d8068", left: "#22614b", right: "#174536" };
export const WHITE: Tones = { top: "#ffffff", left: "#eef3f0", right: "#cfdad5" };
export const INK: Tones = { top: "#2d4a40", left: "#1c332b", right: "#12241e" };
export const SKY: Tones = { top: "#e4f1f9", left: "#c3def0", right: "#9dc4de" };

/** A point of the scene on paper. */
export function project(view: View, [x, y, z]: Point): [number, number] {
  return [
    view.originX + (x - y) * COS * view.scale,
    view.originY + ((x + y) * SIN - z) * view.scale,
  ];
}

const figure = (value: number) => String(Math.round(value * 10) / 10);
const hundredth = (value: number) => Math.round(value * 100) / 100;
const pair = (at: readonly [number, number]) => `${figure(at[0])} ${figure(at[1])}`;

/** A flat outline through these points, in steps from one to the next: like things share their text. */
export function polygon(view: View, points: readonly Point[], fill: string): Shape {
  const tenths = points.map((point) => project(view, point).map((value) => Math.round(value * 10)));
  const steps = tenths.map(([x = 0, y = 0], index) => {
    const [fromX = 0, fromY = 0] = tenths[index - 1] ?? [];
    return `${(x - fromX) / 10},${(y - fromY) / 10}`;
  });
  const [start = "", ...rest] = steps;
  return { d: `M${start}l${rest.join(" ")}z`.replace(/[ ,]-/g, "-").replace(/\b0\./g, "."), fill };
}

/** The three sides of a block that can be seen. */
export function block(view: View, { x, y, z = 0, w, d, h }: Block, tones: Tones): Shape[] {
  const [x1, y1, z1] = [x + w, y + d, z + h];
  return [
    polygon(
      view,
      [
        [x, y1, z],
        [x1, y1, z],
        [x1, y1, z1],
        [x, y1, z1],
      ],
      tones.left,
    ),
    polygon(
      view,
      [
        [x1, y1, z],
        [x1, y, z],
        [x1, y, z1],
        [x1, y1, z1],
      ],
      tones.right,
    ),
    polygon(
      view,
      [
        [x, y, z1],
        [x1, y, z1],
        [x1, y1, z1],
        [x, y1, z1],
      ],
      tones.top,
    ),
  ];
}

/**
 * A rectangle on one face of a block: `u` to the right and `v` up as one looks at that face
 * (on top: `u` along x, `v` along y).
 */
export function decal(
  view: View,
  { x, y, z = 0, w, d, h }: Block,
  face: Face,
  [u, v, width, height]: readonly [number, number, number, number],
  fill: string,
): Shape {
  const place = (a: number, b: number): Point => {
    if (face === "top") return [x + a, y + b, z + h];
    return face === "left" ? [x + a, y + d, z + b] : [x + w, y + d - a, z + b];
  };
  const corners = [
    place(u, v),
    place(u + width, v),
    place(u + width, v + height),
    place(u, v + height),
  ];
  return polygon(view, corners, fill);
}

/**
 * A path drawn with a pen of this width on a plane that faces left (u along x, v up), right
 * (u along -y, v up) or up (u along x, v along y), in units from `at`.
 */
export function drawn(
  view: View,
  face: Face,
  at: Point,
  d: string,
  { width, fill, dash }: { width: number; fill: string; dash?: string },
): Shape {
  const [x, y] = project(view, at);
  const [along, down] = [COS * view.scale, SIN * view.scale];
  const planes = {
    left: [along, down, 0, -view.scale],
    right: [along, -down, 0, -view.scale],
    top: [along, down, -along, down],
  };
  const transform = `matrix(${[...planes[face], x, y].map(figure).join(" ")})`;
  return { d, fill, stroke: { transform, width, ...(dash ? { dash } : {}) } };
}

/** Rows of like panes on one side of a block, in one shape: `share` of each field is glass. */
export function panes(
  view: View,
  { x, y, z = 0, w, d, h }: Block,
  face: "left" | "right",
  { rows, columns, share = 0.5 }: { rows: number; columns: number; share?: number },
  fill: string,
): Shape {
  const length = face === "left" ? w : d;
  const [field, storey] = [length / columns, h / rows];
  const glass = hundredth(field * share);
  const margin = hundredth((field - glass) / 2);
  const line = (row: number) =>
    `M${margin} ${hundredth(storey * (row + 0.55))}h${hundredth(length - field + glass)}`;
  const corner: Point = face === "left" ? [x, y + d, z] : [x + w, y + d, z];
  return drawn(view, face, corner, Array.from({ length: rows }, (_, row) => line(row)).join(""), {
    width: hundredth(storey * 0.5),
    fill,
    dash: `${glass} ${hundredth(field - glass)}`,
  });
}

/** A profile in x and z, clockwise from its lowest back corner, drawn out along y. */
export function prism(
  view: View,
  profile: readonly (readonly [x: number, z: number])[],
  y: number,
  depth: number,
  tones: Tones,
): Shape[] {
  const sides = profile.map((from, index): Shape | null => {
    const to = profile[(index + 1) % profile.length] ?? from;
    const [dx, dz] = [to[0] - from[0], to[1] - from[1]];
    // Only sides that look up or along x can be seen; how far up decides the tone.
    if (dx - dz <= 0 || dx < 0) return dz < 0 ? side(from, to, tones.right) : null;
    return side(from, to, dz < -Math.abs(dx) ? tones.right : tones.top);
  });
  function side(
    from: readonly [number, number],
    to: readonly [number, number],
    fill: string,
  ): Shape {
    const [a, b] = [from, to];
    return polygon(
      view,
      [
        [a[0], y, a[1]],
        [b[0], y, b[1]],
        [b[0], y + depth, b[1]],
        [a[0], y + depth, a[1]],
      ],
      fill,
    );
  }
  const front = polygon(
    view,
    profile.map(([x, z]): Point => [x, y + depth, z]),
    tones.left,
  );
  return [...sides.filter((shape) => shape !== null), front];
}

/** A circle on a plane: facing left (wheels), facing right, or lying flat. */
export function disc(view: View, center: Point, radius: number, face: Face, fill: string): Shape {
  const [cx, cy, cz] = center;
  const at = (a: number, b: number): string => {
    const [u, v] = [a * radius, b * radius];
    const point: Point =
      face === "left"
        ? [cx + u, cy, cz + v]
        : face === "right"
          ? [cx, cy - u, cz + v]
          : [cx + u, cy + v, cz];
    return pair(project(view, point));
  };
  const k = KAPPA;
  const d = [
    `M${at(1, 0)}`,
    `C${at(1, k)} ${at(k, 1)} ${at(0, 1)}`,
    `C${at(-k, 1)} ${at(-1, k)} ${at(-1, 0)}`,
    `C${at(-1, -k)} ${at(-k, -1)} ${at(0, -1)}`,
    `C${at(k, -1)} ${at(1, -k)} ${at(1, 0)}Z`,
  ].join("");
  return { d, fill };
}

/** A pyramid on a square base: two of its sides can be seen. */
export function pyramid(
  view: View,
  { x, y, z = 0, w, h }: Omit<Block, "d">,
  tones: Tones,
): Shape[] {
  const apex: Point = [x + w / 2, y + w / 2, z + h];
  return [
    polygon(view, [[x, y + w, z], [x + w, y + w, z], apex], tones.left),
    polygon(view, [[x + w, y + w, z], [x + w, y, z], apex], tones.right),
  ];
}

/** Marks shapes as one group. */
export function grouped(group: string, shapes: readonly Shape[]): Shape[] {
  return shapes.map((shape) => ({ ...shape, group }));
}

/** Neighbours of one fill drawn as one outline: the same picture in fewer bytes. */
export function merged(shapes: readonly Shape[]): Shape[] {
  const result: Shape[] = [];
  for (const shape of shapes) {
    const last = result.at(-1);
    const pens = last?.stroke || shape.stroke;
    if (last && !pens && last.fill === shape.fill && last.group === shape.group) {
      result[result.length - 1] = { ...last, d: last.d + shape.d };
    } else {
      result.push(shape);
    }
  }
  return result;
}
