import { describe, expect, it } from "vitest";
import { csvText } from "./csv";

const one = [{ header: "Value", cell: (value: string | number | null) => value }];
const cellOf = (value: string | number | null) => csvText(one, [value]).split("\r\n")[1];

describe("a CSV file", () => {
  it("starts with the mark and the headers, and ends every line", () => {
    const columns = [
      { header: "Name", cell: (row: { name: string }) => row.name },
      { header: "Note, if any", cell: () => null },
    ];
    expect(csvText(columns, [{ name: "Ana" }])).toBe('\uFEFFName,"Note, if any"\r\nAna,\r\n');
  });

  it("quotes what would break a line or a cell", () => {
    expect(cellOf('5" of tape, please')).toBe('"5"" of tape, please"');
    expect(csvText(one, ["two\nlines"])).toContain('"two\nlines"');
    expect(cellOf("plain words")).toBe("plain words");
  });

  it("never holds a formula", () => {
    for (const bad of [
      "=1+1",
      "+1-604-555-0139",
      "+1 (604) 5",
      "+1+2",
      "-2+3",
      "@SUM(A1)",
      " =1",
      "＝1",
    ])
      expect(cellOf(bad)?.replace(/^"/, "")).toMatch(/^'/);
    expect(csvText(one, ["\t=1"])).toContain("'\t=1");
    expect(cellOf(-2)).toBe("-2");
    expect(cellOf("a=b")).toBe("a=b");
  });

  it("holds phone numbers and plain numbers as they are (rule: csv-export)", () => {
    for (const plain of ["+1 604 555 0100", "+86 138 1234 5678", "+16045550100", "-2", "-12.50"])
      expect(cellOf(plain)).toBe(plain);
  });
});
