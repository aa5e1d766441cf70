import {
  bike,
  books,
  handTruck,
  lamp,
  laundry,
  miniFridge,
  mug,
  packedBox,
  rack,
  STEEL,
  shade,
  suitcase,
  WOOD,
} from "@components/illustration/belongings";
import {
  type Block,
  block,
  decal,
  disc,
  drawn,
  INK,
  merged,
  PINE,
  panes,
  polygon,
  type Scene,
  type Shape,
  SKY,
  TAPE,
  type Tones,
  type View,
  WHITE,
} from "@components/illustration/iso";
import { boxStack, keyOnTag } from "@components/illustration/scenes";
import { tapedBox, van, walker } from "@components/illustration/things";

/** One scene a page: things that stand on the ground of the page itself, without a frame. */

const FLOOR: Tones = { top: "#cfe6d8", left: "#b2d3c1", right: "#9cc2ae" };

function flat(view: View, x: number, y: number, w: number, d: number, fill: string): Shape {
  return polygon(
    view,
    [
      [x, y, 0],
      [x + w, y, 0],
      [x + w, y + d, 0],
      [x, y + d, 0],
    ],
    fill,
  );
}

/** The facility in May: two racks filling up, a hand truck between them, a thermometer on the wall. */
const warehouse: Scene = (() => {
  const view: View = { originX: 242, originY: 296, scale: 18 };
  const wall: Block = { x: -8, y: -8, w: 0.5, d: 15, h: 8 };
  const back: Block = { x: -8, y: -8, w: 15, d: 0.5, h: 8 };
  return {
    width: 484,
    height: 432,
    shapes: merged([
      ...block(view, { x: -8, y: -8, z: -0.4, w: 15, d: 15, h: 0.4 }, FLOOR),
      ...block(view, back, { top: "#f4f8f6", left: "#e2ece7", right: "#cfdad5" }),
      decal(view, back, "left", [0, 6.6, 15, 0.35], TAPE.left),
      ...block(view, wall, { top: "#f4f8f6", left: "#e2ece7", right: "#d3e0da" }),
      decal(view, wall, "right", [0, 6.6, 14.5, 0.35], TAPE.right),
      // The thermometer and the camera that watch over it.
      decal(view, wall, "right", [7.6, 2.6, 1.1, 3], WHITE.top),
      decal(view, wall, "right", [8.02, 2.9, 0.26, 2.4], "#c3def0"),
      decal(view, wall, "right", [8.02, 2.9, 0.26, 1.1], "#cd5538"),
      ...block(view, { x: -7.4, y: -7.2, z: 7, w: 0.9, d: 0.6, h: 0.6 }, INK),
      flat(view, -7, 0.1, 13.6, 0.3, TAPE.top),
      flat(view, -7, 3.2, 13.6, 0.3, TAPE.top),
      ...rack(view, { x: -6.4, y: -6.6, w: 12.4, d: 2.8, h: 6.4 }, [
        [2.5, 2.2, 2.5, 0, 2.3],
        [2.1, 2.4, 2, 2.4],
        [2.3, 0, 2.2, 2.4, 1.8],
      ]),
      ...handTruck(view, -4.6, 0.6, 3),
      ...suitcase(view, 2.6, -1.6),
      ...bike(view, -3.4, 6, 0.95),
      ...miniFridge(view, 3.2, 3.6),
      ...tapedBox(view, { x: -0.4, y: 4, w: 2.3, d: 2.1, h: 1.8 }),
      ...tapedBox(view, { x: -0.3, y: 4.1, z: 1.8, w: 1.9, d: 1.8, h: 1.5 }),
    ]),
  };
})();

/** An open box with a bed's worth of things, and what stands beside it. */
const whatFits: Scene = (() => {
  const view: View = { originX: 206, originY: 176, scale: 22 };
  const at: Block = { x: -2.4, y: -2.4, w: 4.8, d: 4.4, h: 3.4 };
  return {
    width: 420,
    height: 284,
    shapes: merged([
      shade(view, -0.6, -0.2, 7),
      ...lamp(view, -6.6, -2.2),
      ...books(view, -6.3, 0.2),
      ...packedBox(view, at, [
        ...books(view, -2, -2, 2.6),
        ...lamp(view, 0.9, -1.9, 2.4),
        ...laundry(view, -1.9, 0.1, 2.5),
        ...mug(view, 0.6, 0.9, 3),
        ...mug(view, 1.5, 0.3, 3, SKY),
      ]),
      ...suitcase(view, 4.2, -4.4),
      ...laundry(view, 3.9, 0.6),
      ...mug(view, -4.6, 3.2),
    ]),
  };
})();

/** The corridor of a residence: a door with a tag on its handle, packed boxes beside it. */
const hallway: Scene = (() => {
  const view: View = { originX: 180, originY: 300, scale: 23 };
  const wall: Block = { x: -6, y: -3.4, w: 11.6, d: 0.7, h: 8 };
  const paint: Tones = { top: "#f4f8f6", left: "#dcebe4", right: "#bcd3c8" };
  return {
    width: 366,
    height: 428,
    shapes: merged([
      ...block(view, { x: -6, y: -3.4, z: -0.4, w: 11.6, d: 7.6, h: 0.4 }, FLOOR),
      ...block(view, wall, paint),
      decal(view, wall, "left", [0, 0, 11.6, 0.4], PINE.left),
      decal(view, wall, "left", [4.6, 0, 3.4, 6.4], PINE.right),
      decal(view, wall, "left", [4.85, 0, 2.9, 6.15], "#cd5538"),
      decal(view, wall, "left", [5.4, 4.7, 1.8, 0.5], WHITE.left),
      decal(view, wall, "left", [7.25, 2.9, 0.3, 0.3], TAPE.top),
      // The tag that says: to be fetched.
      decal(view, wall, "left", [6.95, 1.3, 0.85, 1.5], TAPE.top),
      decal(view, wall, "left", [7.1, 1.85, 0.55, 0.16], INK.left),
      decal(view, wall, "left", [7.1, 1.5, 0.35, 0.16], INK.left),
      // A notice board, with the day on it.
      decal(view, wall, "left", [0.9, 2.8, 2.7, 2.4], WOOD.right),
      decal(view, wall, "left", [1.05, 2.95, 2.4, 2.1], WOOD.top),
      decal(view, wall, "left", [1.3, 3.5, 0.9, 1.3], WHITE.top),
      decal(view, wall, "left", [2.4, 3.2, 0.8, 0.8], TAPE.top),
      decal(view, wall, "left", [2.4, 4.2, 0.8, 0.6], SKY.left),
      flat(view, -1.6, -2.6, 3.6, 1.9, "#8fb8a2"),
      ...tapedBox(view, { x: -5.4, y: -2.2, w: 2.6, d: 2.4, h: 2.1 }),
      ...tapedBox(view, { x: -5.2, y: -2.1, z: 2.1, w: 2.2, d: 2, h: 1.7 }),
      ...tapedBox(view, { x: 2.6, y: -2.2, w: 2.5, d: 2.3, h: 2 }),
      ...tapedBox(view, { x: -5.3, y: 0.6, w: 2.2, d: 2, h: 1.7 }),
      ...suitcase(view, 2.9, 0.8, SKY),
      ...bike(view, -3.2, 3.2, 0.9),
    ]),
  };
})();

/** The counter of a post room: pigeonholes behind, a bell, and a box being labelled. */
const counter: Scene = (() => {
  const view: View = { originX: 196, originY: 286, scale: 22 };
  const holes: Block = { x: -5.6, y: -4.6, w: 10, d: 1, h: 7.4 };
  const desk: Block = { x: -5, y: 0.4, w: 9.6, d: 2.2, h: 2.6 };
  const parcel = (column: number, row: number, fill: string) =>
    decal(view, holes, "left", [column * 2 + 0.42, row * 1.85 + 0.56, 1, 0.75], fill);
  return {
    width: 400,
    height: 406,
    shapes: merged([
      ...block(view, { x: -6, y: -5, z: -0.4, w: 11.4, d: 9, h: 0.4 }, FLOOR),
      ...block(view, holes, WOOD),
      panes(view, holes, "left", { rows: 4, columns: 5, share: 0.78 }, "#8a6a44"),
      parcel(0, 0, "#d29c60"),
      parcel(1, 0, TAPE.left),
      parcel(2, 0, "#d29c60"),
      parcel(4, 0, SKY.left),
      parcel(0, 1, SKY.left),
      parcel(2, 1, "#d29c60"),
      parcel(3, 1, PINE.top),
      parcel(1, 2, "#d29c60"),
      parcel(2, 2, "#cd5538"),
      parcel(4, 2, "#d29c60"),
      parcel(0, 3, TAPE.left),
      parcel(3, 3, "#d29c60"),
      ...walker(view, -1.2, -2.2, 1.3).slice(1),
      ...block(view, desk, PINE),
      ...block(view, { x: -5.2, y: 0.2, z: 2.6, w: 10, d: 2.6, h: 0.3 }, WOOD),
      decal(view, desk, "left", [0.6, 0.8, 3.6, 1.1], WHITE.top),
      decal(view, desk, "left", [0.9, 1.4, 2.2, 0.22], PINE.left),
      decal(view, desk, "left", [0.9, 1.05, 1.3, 0.2], TAPE.left),
      ...tapedBox(view, { x: -4.6, y: 0.5, z: 2.9, w: 2, d: 1.9, h: 1.5 }),
      ...block(view, { x: 0.2, y: 1.1, z: 2.9, w: 0.9, d: 0.9, h: 0.12 }, INK),
      disc(view, [0.65, 1.55, 3.2], 0.5, "top", TAPE.top),
      disc(view, [0.65, 1.55, 3.4], 0.14, "top", INK.left),
      ...block(view, { x: 2.2, y: 0.7, z: 2.9, w: 1.6, d: 0.5, h: 0.5 }, INK),
      drawn(view, "left", [2.2, 1.2, 3.4], "M.1 .25h1.4", { width: 0.34, fill: INK.left }),
      ...tapedBox(view, { x: 2.4, y: 3, z: 0, w: 1.9, d: 0.95, h: 1.4 }),
    ]),
  };
})();

/** A platform scale, its needle past the mark under a heavy box. */
const scale: Scene = (() => {
  const view: View = { originX: 120, originY: 218, scale: 24 };
  const head: Block = { x: -2.6, y: -2.3, z: 4.4, w: 2.2, d: 0.6, h: 2 };
  return {
    width: 240,
    height: 284,
    shapes: merged([
      shade(view, 0, 0, 3.4),
      ...block(view, { x: -2.4, y: -2.4, w: 4.6, d: 4.6, h: 0.5 }, STEEL),
      ...block(view, { x: -1.8, y: -2.2, z: 0.5, w: 0.5, d: 0.4, h: 4 }, STEEL),
      ...block(view, head, PINE),
      decal(view, head, "left", [0.2, 0.25, 1.8, 1.5], WHITE.top),
      drawn(view, "left", [-2.6, -1.7, 4.4], "M.45 .6a.65 .65 0 0 0 1.3 0", {
        width: 0.14,
        fill: "#c9dbd2",
      }),
      drawn(view, "left", [-2.6, -1.7, 4.4], "M1.1 .45 1.6 1.4", {
        width: 0.14,
        fill: "#cd5538",
      }),
      ...tapedBox(view, { x: -0.9, y: -0.9, z: 0.5, w: 2.7, d: 2.6, h: 2.2 }),
    ]),
  };
})();

/** A card index: every question in a drawer of its own, one of them open. */
const cardIndex: Scene = (() => {
  const view: View = { originX: 166, originY: 292, scale: 23 };
  const body: Block = { x: -4, y: -3.2, w: 6.6, d: 3.2, h: 6.6 };
  const open: Block = { x: 0.5, y: 0, z: 2.3, w: 1.9, d: 3.4, h: 1.5 };
  const plate = (column: number, row: number) => [
    decal(view, body, "left", [column * 2.2 + 0.65, row * 2.2 + 1.25, 0.9, 0.5], WHITE.top),
    decal(view, body, "left", [column * 2.2 + 0.9, row * 2.2 + 0.65, 0.4, 0.26], TAPE.left),
  ];
  return {
    width: 326,
    height: 380,
    shapes: merged([
      shade(view, -0.4, 0.2, 5.2),
      ...block(view, body, WOOD),
      panes(view, body, "left", { rows: 3, columns: 3, share: 0.88 }, "#b8956a"),
      ...[0, 1, 2].flatMap((row) => [0, 1, 2].flatMap((column) => plate(column, row))),
      ...block(view, open, WOOD),
      decal(view, open, "top", [0.15, 0, 1.6, 3.2], "#7d5d38"),
      ...[0.3, 0.8, 1.3, 1.8, 2.3].flatMap((y, index) =>
        block(
          view,
          { x: 0.7, y, z: 3.3, w: 1.5, d: 0.1, h: index === 2 ? 1.3 : 0.8 },
          index === 2 ? TAPE : WHITE,
        ),
      ),
      decal(view, { ...open, z: 2.3 }, "left", [0.1, 0.1, 1.7, 1.3], "#b8956a"),
      decal(view, open, "left", [0.5, 0.8, 0.9, 0.5], WHITE.top),
      decal(view, open, "left", [0.75, 0.25, 0.4, 0.26], TAPE.left),
      ...lamp(view, -3.4, -2.6, 6.6),
      ...books(view, -0.4, -2.6, 6.6),
      ...tapedBox(view, { x: -4.4, y: 0.9, w: 2.2, d: 2, h: 1.7 }),
    ]),
  };
})();

/** The packing table: a half-filled box, tape, a list and a lamp. */
const packingTable: Scene = (() => {
  const view: View = { originX: 176, originY: 224, scale: 22 };
  const top: Block = { x: -5, y: -3, z: 3, w: 10, d: 5, h: 0.3 };
  const leg = (x: number, y: number) =>
    block(view, { x, y, z: 0, w: 0.4, d: 0.4, h: 3 }, { ...WOOD, top: WOOD.left });
  const sheet: Block = { x: 1.2, y: -0.4, z: 3.3, w: 2, d: 2, h: 0.04 };
  return {
    width: 384,
    height: 328,
    shapes: merged([
      shade(view, 0, -0.4, 6.4),
      ...leg(-4.8, -2.8),
      ...tapedBox(view, { x: -3.2, y: -2.4, w: 2.6, d: 2.4, h: 2 }),
      ...suitcase(view, 1.6, -1.8),
      ...leg(4.4, -2.8),
      ...leg(-4.8, 1.5),
      ...leg(4.4, 1.5),
      ...block(view, top, WOOD),
      ...lamp(view, -4.6, -2.7, 3.3),
      ...packedBox(view, { x: -3, y: -1.6, z: 3.3, w: 3, d: 2.7, h: 1.9 }, [
        ...laundry(view, -2.7, -1.2, 4.4),
        ...books(view, -1.3, -0.9, 4.2),
      ]),
      ...mug(view, 1, -2.2, 3.3),
      ...books(view, 2.6, -2.6, 3.3),
      ...block(view, sheet, WHITE),
      drawn(view, "top", [1.5, 0, 3.35], "M0 0h1.3M0 .4h1M0 .8h1.2M0 1.2h.7", {
        width: 0.14,
        fill: PINE.left,
      }),
      disc(view, [4, 0.6, 3.32], 0.62, "top", TAPE.left),
      disc(view, [4, 0.6, 3.5], 0.62, "top", TAPE.top),
      disc(view, [4, 0.6, 3.52], 0.28, "top", WOOD.right),
    ]),
  };
})();

/** A road that is a strip of tape, from the last box in spring to the next door. */
const tapeRoad: Scene = (() => {
  const view: View = { originX: 262, originY: 174, scale: 13.4 };
  return {
    width: 490,
    height: 340,
    shapes: merged([
      flat(view, -16, -1.4, 34, 7.4, TAPE.top),
      drawn(view, "top", [-14.4, 2.3, 0], "M0 0h30", {
        width: 0.5,
        fill: "#c99a18",
        dash: "2.6 2.6",
      }),
      ...tapedBox(view, { x: -12.6, y: -5.6, w: 2.6, d: 2.4, h: 2 }),
      ...tapedBox(view, { x: -9.2, y: -5.4, w: 2.2, d: 2.1, h: 1.8 }),
      ...tapedBox(view, { x: -12.2, y: -5.4, z: 2, w: 2.1, d: 1.9, h: 1.6 }),
      ...van(view, -1.6, -0.2),
      ...walker(view, -8.4, 7, 1.7),
    ]),
  };
})();

/** By the name of the file in which each is served. */
export const pageScenes: Readonly<Record<string, Scene>> = {
  warehouse,
  "what-fits": whatFits,
  hallway,
  counter,
  scale,
  "card-index": cardIndex,
  "packing-table": packingTable,
  "key-on-tag": keyOnTag,
  "tape-road": tapeRoad,
  "pallet-small": boxStack(1),
  "pallet-medium": boxStack(3),
  "pallet-large": boxStack(6),
  "pallet-xl": boxStack(8),
};
