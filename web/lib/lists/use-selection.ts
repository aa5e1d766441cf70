import { useRef, useState } from "react";

/** Rows of a list that are selected, also those of other pages. */
export interface Selection<Row> {
  /** in the order in which they were selected; as they are now, if they are shown */
  rows: readonly Row[];
  has: (row: Row) => boolean;
  /** `range`: with all that are shown between this row and the one before it */
  pick: (row: Row, on: boolean, range: boolean) => void;
  pickAll: (rows: readonly Row[], on: boolean) => void;
  /** These alone. */
  keep: (rows: readonly Row[]) => void;
  clear: () => void;
  /** The next row that is pressed ends a range, as with Shift. */
  ranging: boolean;
  setRanging: (on: boolean) => void;
}

/** `shown`: the rows on the screen that can be selected, in their order. */
export function useSelection<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => string,
): Selection<Row> {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const [ranging, setRanging] = useState(false);
  const last = useRef<string>(undefined);
  const now = new Map(shown.map((row) => [keyOf(row), row]));

  function set(rows: Iterable<Row>, on: boolean) {
    setPicked((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (on) next.set(keyOf(row), row);
        else next.delete(keyOf(row));
      }
      return next;
    });
  }

  return {
    rows: [...picked].map(([key, row]) => now.get(key) ?? row),
    has: (row) => picked.has(keyOf(row)),
    pick: (row, on, range) => {
      const keys = [...now.keys()];
      const here = keys.indexOf(keyOf(row));
      const from = range || ranging ? keys.indexOf(last.current ?? "") : -1;
      const chosen = from < 0 ? [row] : shown.slice(Math.min(here, from), Math.max(here, from) + 1);
      last.current = keyOf(row);
      setRanging(false);
      set(chosen, on);
    },
    pickAll: (rows, on) => set(rows, on),
    keep: (rows) => setPicked(new Map(rows.map((row) => [keyOf(row), row]))),
    clear: () => {
      setRanging(false);
      setPicked(new Map());
    },
    ranging,
    setRanging,
  };
}
