import { describe, expect, it } from "vitest";
import { searchFilters } from "./search-terms";

describe("a search", () => {
  it("looks for the word in each column", () => {
    expect(searchFilters("ana", ["first_name", "email"])).toEqual([
      'first_name.ilike."*ana*",email.ilike."*ana*"',
    ]);
  });

  it("asks for every word, in any column", () => {
    expect(searchFilters("  ana   lee ", ["name"])).toEqual([
      'name.ilike."*ana*"',
      'name.ilike."*lee*"',
    ]);
  });

  it("keeps grammar out of what was typed", () => {
    expect(searchFilters('a"),id.gt.0', ["name"])).toEqual(['name.ilike."*a\\"),id.gt.0*"']);
  });

  it("takes wildcards as typed", () => {
    expect(searchFilters("100%", ["name"])).toEqual(['name.ilike."*100\\\\%*"']);
    expect(searchFilters("a_b", ["name"])).toEqual(['name.ilike."*a\\\\_b*"']);
    expect(searchFilters("a\\b", ["name"])).toEqual(['name.ilike."*a\\\\\\\\b*"']);
    expect(searchFilters("a*b", ["name"])).toEqual(['name.ilike."*a_b*"']);
  });

  it("asks for nothing when nothing was typed", () => {
    expect(searchFilters("   ", ["name"])).toEqual([]);
  });
});
