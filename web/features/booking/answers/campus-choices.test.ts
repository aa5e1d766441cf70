import { describe, expect, it } from "vitest";
import { campusById, campusesOf, findResidences, universities } from "./campus-choices";

describe("universities and campuses", () => {
  it("lists each university once, with its campuses", () => {
    expect(universities).toEqual(["University of British Columbia", "Thompson Rivers University"]);
    expect(campusesOf(universities[0] ?? "").map(({ id }) => id)).toEqual([1, 2]);
    expect(campusesOf("")).toEqual([]);
  });

  it("finds residences by words of their name or address, in any case", () => {
    const [first] = campusById(1)?.residences ?? [];
    const word = first?.name.split(" ")[0] ?? "";
    expect(findResidences(1, word.toUpperCase())).toContain(first);
    expect(findResidences(1, "no such house")).toEqual([]);
    expect(findResidences(null, "")).toEqual([]);
  });
});
