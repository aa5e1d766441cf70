// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useSelection } from "./use-selection";

const ROWS = ["a", "b", "c", "d", "e"];
const key = (row: string) => row;

function selecting(shown = ROWS) {
  return renderHook(({ rows }) => useSelection(rows, key), { initialProps: { rows: shown } });
}

describe("a selection", () => {
  it("takes a range with Shift, in either direction", () => {
    const { result } = selecting();
    act(() => result.current.pick("d", true, false));
    act(() => result.current.pick("b", true, true));
    expect(result.current.rows.toSorted()).toEqual(["b", "c", "d"]);
    act(() => result.current.pick("c", false, true));
    expect(result.current.rows).toEqual(["d"]);
  });

  it("takes a range by touch: the next press ends it", () => {
    const { result } = selecting();
    act(() => result.current.pick("a", true, false));
    act(() => result.current.setRanging(true));
    act(() => result.current.pick("c", true, false));
    expect(result.current.rows).toEqual(["a", "b", "c"]);
    expect(result.current.ranging).toBe(false);
    act(() => result.current.pick("e", true, false));
    expect(result.current.has("d")).toBe(false);
  });

  it("stays from page to page, and shows rows as they are now", () => {
    const byId = ({ id }: { id: string }) => id;
    const rows = [{ id: "1", words: "before" }];
    const { result, rerender } = renderHook(({ shown }) => useSelection(shown, byId), {
      initialProps: { shown: rows },
    });
    act(() => result.current.pickAll(rows, true));
    rerender({ shown: [] });
    expect(result.current.rows).toEqual(rows);
    rerender({ shown: [{ id: "1", words: "now" }] });
    expect(result.current.rows).toEqual([{ id: "1", words: "now" }]);
    act(() => result.current.clear());
    expect(result.current.rows).toEqual([]);
  });
});
