import { describe, expect, it } from "vitest";
import { isCode, searchFilters } from "./search-terms";

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

describe("a phone number or a code", () => {
  it.each([
    "(604) 555-0139",
    "+1 604 555 0139",
    "0139",
    "SS-AB2CD",
    "ssab2cd",
    "7F3A-91C2",
    "7f3a91c2",
  ])("is %s", (typed) => expect(isCode(typed)).toBe(true));

  it.each(["", "ana", "Ana Lee", "139", "ana@lee.ca", "Room 412", "Dade Cafe", "ssssss lee"])(
    "is not %j",
    (typed) => expect(isCode(typed)).toBe(false),
  );
});
