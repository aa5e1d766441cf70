import storage from "@facts/storage.json";

export type Thing = (typeof storage.things)[number];
export type Refused = (typeof storage.refused)[number];

/** How many of each thing, by its id. */
export type Counts = Readonly<Record<string, number>>;

export interface Box {
  /** of the box's room, at most 100 */
  percent: number;
  lb: number;
}

export interface Fit {
  boxes: Box[];
  /** Things that go without a box. */
  loose: number;
  /** Those of them that are over the weight a box may have. */
  heavy: number;
  /** Boxes and loose things: what a price counts. */
  items: number;
}

const { most_lb: mostLb } = storage.medium_box;

/**
 * Packs the things into medium boxes: the biggest first, each into the first box that has the room
 * and stays within the weight. So books end up spread, as they should.
 */
export function pack(counts: Counts): Fit {
  const boxes: Box[] = [];
  let loose = 0;
  let heavy = 0;
  const boxed: Box[] = [];
  for (const thing of storage.things) {
    const count = counts[thing.id] ?? 0;
    if (thing.box_percent === undefined) {
      loose += count;
      if (thing.lb > mostLb) heavy += count;
    } else {
      const one = { percent: thing.box_percent, lb: thing.lb };
      boxed.push(...Array.from({ length: count }, () => one));
    }
  }
  boxed.sort((one, other) => share(other) - share(one));
  for (const one of boxed) {
    const box = boxes.find(
      ({ percent, lb }) => percent + one.percent <= 100 && lb + one.lb <= mostLb,
    );
    if (box) {
      box.percent += one.percent;
      box.lb += one.lb;
    } else boxes.push({ ...one });
  }
  return { boxes, loose, heavy, items: boxes.length + loose };
}

/** How much of a box a thing takes, by room or by weight. */
function share({ percent, lb }: Box): number {
  return Math.max(percent, (lb * 100) / mostLb);
}

/** How many of a thing one box takes; null for what needs none. */
export function perBox(thing: Thing): number | null {
  if (thing.box_percent === undefined) return null;
  return Math.max(1, Math.floor(Math.min(100 / thing.box_percent, mostLb / thing.lb)));
}

/** What may be stored and what may not, among the things that match a word. */
export function search(words: string): { things: Thing[]; refused: Refused[] } {
  const wanted = plain(words);
  if (!wanted) return { things: [...storage.things], refused: [] };
  return {
    things: storage.things.filter(({ name }) => plain(name).includes(wanted)),
    refused: storage.refused.filter(({ name, also }) =>
      [name, ...also].some((one) => {
        const known = plain(one);
        return known.includes(wanted) || (known.length > 3 && wanted.includes(known));
      }),
    ),
  };
}

function plain(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}

/** "3 boxes and 2 loose items". */
export function fitWords({ boxes, loose }: Fit): string {
  const parts = [
    boxes.length ? `${boxes.length} ${boxes.length === 1 ? "box" : "boxes"}` : "",
    loose ? `${loose} loose ${loose === 1 ? "item" : "items"}` : "",
  ];
  return parts.filter(Boolean).join(" and ");
}
