import { handTruck, miniFridge, rack, shade, suitcase } from "@components/illustration/belongings";
import {
  type Block,
  BRICK,
  block,
  decal,
  INK,
  merged,
  PINE,
  panes,
  polygon,
  type Scene,
  type Shape,
  TAPE,
  type View,
  WHITE,
} from "@components/illustration/iso";
import { tapedBox } from "@components/illustration/things";

/** The four steps of a summer, one small scene each, all on the same tile of floor. */

const WIDTH = 260;
const HEIGHT = 244;
const view: View = { originX: 130, originY: 166, scale: 17 };

function step(shapes: readonly Shape[]): Scene {
  const tile: Block = { x: -3.9, y: -3.9, z: -0.3, w: 7.8, d: 7.8, h: 0.3 };
  const tones = { top: "#cfe6d8", left: "#b2d3c1", right: "#9cc2ae" };
  return { width: WIDTH, height: HEIGHT, shapes: merged([...block(view, tile, tones), ...shapes]) };
}

/** A calendar with one day taped, and the first box. */
const book = step([
  ...(() => {
    const leaf: Block = { x: -3, y: -2.6, z: 0.25, w: 5.4, d: 0.4, h: 5.2 };
    return [
      ...block(view, { x: -2.6, y: -2.7, w: 4.6, d: 1, h: 0.3 }, INK),
      ...block(view, leaf, WHITE),
      decal(view, leaf, "left", [0, 4.2, 5.4, 1], PINE.left),
      decal(view, leaf, "left", [0.4, 4.55, 1.7, 0.3], WHITE.top),
      panes(
        view,
        { ...leaf, x: -2.7, z: 0.55, w: 4.8, h: 3.7 },
        "left",
        { rows: 4, columns: 5, share: 0.62 },
        "#c9dbd2",
      ),
      decal(view, leaf, "left", [3.08, 1.1, 1.02, 1.02], TAPE.top),
      decal(view, leaf, "left", [3.36, 1.4, 0.46, 0.46], INK.left),
    ];
  })(),
  ...tapedBox(view, { x: 0.4, y: 0.4, w: 2.6, d: 2.4, h: 2 }),
]);

/** A hand truck, the fridge and a suitcase by the door. */
const pickup = step([
  ...miniFridge(view, -3.3, -2.9),
  ...handTruck(view, 0, -2.6, 3),
  ...suitcase(view, -2.4, 1.2),
  ...tapedBox(view, { x: 0.6, y: 1.2, w: 2, d: 1.8, h: 1.5 }),
]);

/** A rack with labelled boxes. */
const store = step(
  rack(view, { x: -3.2, y: -1.6, w: 6.4, d: 2.6, h: 6 }, [
    [2.4, 2.2, 0],
    [2, 2.4],
    [2.2, 1.8, 2],
  ]),
);

/** The next room: its door open on a lit hall, the boxes before it. */
const back = step([
  ...(() => {
    const wall: Block = { x: -3.5, y: -3.2, w: 6.6, d: 0.6, h: 6 };
    return [
      ...block(view, wall, BRICK),
      decal(view, wall, "left", [2.1, 0, 2.5, 4.6], TAPE.top),
      ...block(view, { x: 1.1, y: -2.6, z: 0, w: 0.25, d: 2, h: 4.6 }, PINE),
      decal(view, wall, "left", [0.5, 2.2, 1, 1.7], "#d9ebf4"),
      polygon(
        view,
        [
          [-1.4, -2.6, 0.02],
          [1.1, -2.6, 0.02],
          [1.8, -0.6, 0.02],
          [-1.4, -0.6, 0.02],
        ],
        "#f3e6a8",
      ),
      shade(view, 0.4, 1.6, 2.2),
    ];
  })(),
  ...tapedBox(view, { x: -3, y: -0.6, w: 2.2, d: 2, h: 1.8 }),
  ...tapedBox(view, { x: -2.9, y: -0.5, z: 1.8, w: 1.8, d: 1.6, h: 1.4 }),
  ...suitcase(view, -0.2, 1.2),
  ...tapedBox(view, { x: 1.2, y: -0.9, w: 1.8, d: 1.7, h: 1.4 }),
]);

/** By the step's id. */
export const stepScenes: Readonly<Record<string, Scene>> = {
  "step-book": book,
  "step-pickup": pickup,
  "step-store": store,
  "step-return": back,
};
