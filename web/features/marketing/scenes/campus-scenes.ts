import {
  BRICK,
  block,
  drawn,
  INK,
  merged,
  PINE,
  polygon,
  pyramid,
  type Scene,
  type Shape,
  SKY,
  TAPE,
  type View,
  WHITE,
} from "@components/illustration/iso";
import { fir, tapedBox, van } from "@components/illustration/things";
import { building, SAND, STONE, TIMBER } from "./building";

/** The skyline of each campus: its ground, its hills or sea, its towers, and our van at the curb. */

const WIDTH = 640;
const HEIGHT = 480;
const view: View = { originX: 316, originY: 306, scale: 9.7 };

function ground(from: [number, number], to: [number, number], fill: string): Shape {
  return polygon(
    view,
    [
      [from[0], from[1], 0],
      [to[0], from[1], 0],
      [to[0], to[1], 0],
      [from[0], to[1], 0],
    ],
    fill,
  );
}

function scene(sky: string, far: readonly Shape[], lawn: string, near: readonly Shape[]): Scene {
  return {
    width: WIDTH,
    height: HEIGHT,
    shapes: merged([
      { d: `M0 0H${WIDTH}V${HEIGHT}H0Z`, fill: sky },
      ...far,
      ground([-25, -22], [70, 60], lawn),
      ground([-25, 7.2], [70, 8.4], "#e4e9e2"),
      ground([-25, 8.4], [70, 16], "#8da39a"),
      ground([-25, 16], [70, 17.2], "#e4e9e2"),
      drawn(view, "top", [-23, 12.2, 0], "M0 0h64", {
        width: 0.4,
        fill: TAPE.top,
        dash: "2.4 2.8",
      }),
      ...near,
      ...van(view, 3, 9.2),
      ...tapedBox(view, { x: -6.4, y: 4.6, w: 2.2, d: 2, h: 1.8 }),
      ...tapedBox(view, { x: -3.8, y: 4.4, w: 2, d: 1.9, h: 1.6 }),
      ...tapedBox(view, { x: -5.6, y: 4.7, z: 1.8, w: 1.8, d: 1.6, h: 1.4 }),
    ]),
  };
}

const sun = (x: number, y: number): Shape => ({
  d: `M${x} ${y}a40 40 0 1 0 .1 0Z`,
  fill: TAPE.top,
});

/** Sea and mountains behind, the clock tower, brick and concrete houses between tall firs. */
const ubcv = scene(
  "#cfe3f0",
  [
    sun(520, 36),
    {
      d: "M0 168 70 96 118 140 190 62 268 150 330 106 396 168 470 118 560 176 640 132V350H0Z",
      fill: "#a9c6d6",
    },
    { d: "M190 62 216 92 196 100 178 92 168 86ZM70 96 88 112 66 116 56 110Z", fill: "#f2f8fa" },
    { d: "M0 172H640V350H0Z", fill: "#8fbfd8" },
    { d: "M60 196h90v5H60ZM470 204h120v5H470ZM520 188h60v4h-60Z", fill: "#c6e3f1" },
  ],
  "#b5d8c4",
  [
    ...fir(view, -17, -17, 13),
    ...building(view, { x: -20, y: -12, w: 9, d: 7, h: 9.6 }, BRICK, PINE, {
      floors: 4,
      left: 5,
      right: 3,
    }),
    ...fir(view, -19, 0, 9),
    ...building(view, { x: 1, y: -16, w: 8, d: 8, h: 15 }, STONE, PINE, {
      floors: 7,
      left: 5,
      right: 5,
      litEvery: 8,
    }),
    ...block(view, { x: -6.6, y: -8, w: 2.4, d: 2.4, h: 17 }, STONE),
    ...block(view, { x: -6.9, y: -8.3, z: 17, w: 3, d: 3, h: 0.5 }, INK),
    ...block(view, { x: -6.5, y: -7.9, z: 17.5, w: 2.2, d: 2.2, h: 2 }, TAPE),
    ...pyramid(view, { x: -6.8, y: -8.2, z: 19.5, w: 2.8, h: 2.4 }, PINE),
    ...building(view, { x: -6, y: -4, w: 13, d: 6.5, h: 6 }, BRICK, PINE, {
      floors: 3,
      left: 7,
      right: 3,
      litEvery: 6,
    }),
    ...fir(view, 13, -9, 13),
    ...fir(view, 17, -5, 10),
    ...fir(view, 11.5, 2, 7.4),
    ...fir(view, -12, 3.5, 6),
  ],
);

/** The long lake between dry hills, timber and glass, ponderosa pines. */
const ubco = scene(
  "#d5ebf4",
  [
    sun(120, 40),
    { d: "M0 150C90 92 150 128 240 96S400 70 480 118 590 104 640 88V350H0Z", fill: "#d9cfa4" },
    { d: "M0 186C80 150 170 176 250 150S430 132 520 160 610 150 640 142V350H0Z", fill: "#c5c08c" },
    { d: "M250 196C330 176 480 182 640 190V350H250Z", fill: "#8cc4df" },
    { d: "M420 206h110v5H420ZM540 222h80v4h-80Z", fill: "#c6e3f1" },
  ],
  "#cfdcae",
  [
    ...fir(view, -15, -17, 10),
    ...fir(view, -21, -8, 9),
    ...building(view, { x: -16, y: -13, w: 11, d: 7, h: 9 }, SAND, PINE, {
      floors: 4,
      left: 6,
      right: 3,
    }),
    ...building(view, { x: 2, y: -14, w: 9, d: 8, h: 11.4 }, STONE, TIMBER, {
      floors: 5,
      left: 5,
      right: 4,
      litEvery: 6,
    }),
    ...fir(view, -19.5, 1, 8),
    ...block(view, { x: -9, y: -3.4, w: 16, d: 6, h: 2.6 }, SKY),
    ...building(view, { x: -9, y: -3.8, z: 2.6, w: 16.4, d: 6.6, h: 4.6 }, TIMBER, PINE, {
      floors: 2,
      left: 9,
      right: 4,
      litEvery: 5,
    }),
    ...fir(view, 14, -10, 11),
    ...fir(view, 18.5, -6, 9),
    ...fir(view, 12.4, 1.6, 7),
  ],
);

/** Two rivers meet under bare hills; the North Tower stands over the rest. */
const tru = scene(
  "#dbeaf2",
  [
    sun(470, 30),
    { d: "M0 138 110 84 206 128 300 70 420 132 520 92 640 140V350H0Z", fill: "#dcc59a" },
    { d: "M0 178 140 134 262 174 380 126 520 172 640 144V350H0Z", fill: "#c9ad7c" },
    { d: "M0 204C120 188 220 214 320 200S520 190 640 206V350H0Z", fill: "#93c3d6" },
    { d: "M40 214h120v5H40ZM410 210h130v5H410Z", fill: "#cbe5ee" },
  ],
  "#c8d7a8",
  [
    ...fir(view, -18, -14, 9),
    ...building(view, { x: -17, y: -10, w: 9, d: 7, h: 7.4 }, SAND, BRICK, {
      floors: 3,
      left: 5,
      right: 3,
    }),
    ...building(view, { x: -4, y: -15, w: 9, d: 9, h: 18 }, BRICK, INK, {
      floors: 8,
      left: 5,
      right: 5,
      litEvery: 9,
    }),
    ...block(view, { x: -1.5, y: -12.5, z: 18.5, w: 4, d: 3.4, h: 1.6 }, WHITE),
    ...fir(view, -19, 1, 8),
    ...building(view, { x: -8, y: -3.6, w: 14, d: 6.2, h: 5.6 }, STONE, TIMBER, {
      floors: 3,
      left: 8,
      right: 3,
      litEvery: 6,
    }),
    ...building(view, { x: 10, y: -12, w: 7, d: 7, h: 6.4 }, TIMBER, PINE, {
      floors: 3,
      left: 4,
      right: 4,
      litEvery: 5,
    }),
    ...fir(view, 20, -8, 8),
    ...fir(view, 12, 2, 6.4),
  ],
);

/** By the campus's slug; a campus without a drawing of its own has that of `tru`. */
export const campusScenes: Readonly<Record<string, Scene>> & { tru: Scene } = { ubcv, ubco, tru };
