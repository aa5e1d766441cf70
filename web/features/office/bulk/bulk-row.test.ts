import { describe, expect, it } from "vitest";
import { type BulkRow, partsOf, reportCsv, reportLines } from "./bulk-row";

const row = (id: number, person = `p${id}`): BulkRow => ({
  id: String(id),
  name: `Name ${id}`,
  person,
  campusId: 1,
  pickupDate: null,
  pickupTime: null,
});

describe("rows in parts", () => {
  it("are a hundred at most, each once", () => {
    const rows = Array.from({ length: 250 }, (_, id) => row(id));
    const parts = partsOf(rows);
    expect(parts.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(parts.flat()).toEqual(rows);
  });

  it("keep the bookings of a person together", () => {
    const rows = Array.from({ length: 150 }, (_, id) =>
      row(id, id % 50 === 0 ? "mother" : `p${id}`),
    );
    const homes = partsOf(rows).filter((part) => part.some(({ person }) => person === "mother"));
    expect(homes).toHaveLength(1);
    expect(partsOf([])).toEqual([]);
  });
});

describe("a report", () => {
  it("names each row with what became of it and why", () => {
    const lines = reportLines(
      [row(1), row(2)],
      [
        { id: "1", state: "done", words: null },
        { id: "2", state: "refused", words: "The window is full." },
      ],
    );
    expect(reportCsv(lines)).toContain("Name 1,Done,\r\nName 2,Not done,The window is full.");
  });
});
