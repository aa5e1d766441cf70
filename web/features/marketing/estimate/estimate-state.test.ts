import { describe, expect, it } from "vitest";
import { EXAMPLE, fromLink, quoteRequest, toLink, withItems } from "./estimate-state";

describe("an estimate as a link", () => {
  it("says nothing for the example, and everything else there and back", () => {
    expect(toLink(EXAMPLE).toString()).toBe("");
    expect(fromLink(new URLSearchParams())).toEqual(EXAMPLE);
    const other = {
      ...EXAMPLE,
      items: 22,
      pricing: "single_items",
      by: "dates",
      pickup: "2027-04-28",
      back: "2027-09-04",
      heavyBoxes: 1,
      heavyItems: 2,
      labels: 3,
      value: 400,
      miles: 7,
      kit: false,
      friends: 3,
    } as const;
    expect(fromLink(toLink(other))).toEqual(other);
    const later = { ...EXAMPLE, months: 6, alternativeDate: true };
    expect(fromLink(toLink(later))).toEqual(later);
  });

  it.each([
    ["items=0", { items: 1 }],
    ["items=4000", { items: 100 }],
    ["items=many&months=x", {}],
    ["pickup_date=tomorrow", {}],
    ["friends=2.4", { friends: 2 }],
  ])("takes %s for what it can mean", (query, part) => {
    expect(fromLink(new URLSearchParams(query))).toEqual({ ...EXAMPLE, ...part });
  });
});

describe("what the server is asked", () => {
  it("is only what was said", () => {
    expect(quoteRequest(EXAMPLE)).toEqual({
      items: 8,
      pricing: "bundle",
      months: 4,
      supply_kit: true,
    });
    expect(quoteRequest({ ...EXAMPLE, miles: 7 })).toMatchObject({ miles: 7, return_miles: 7 });
    expect(quoteRequest({ ...EXAMPLE, by: "dates", pickup: "2027-04-28", value: 300 })).toEqual({
      items: 8,
      pricing: "bundle",
      pickup_date: "2027-04-28",
      declared_value_cents: 30_000,
      supply_kit: true,
    });
  });

  it("is nothing while items or the pickup date are missing", () => {
    expect(quoteRequest({ ...EXAMPLE, items: "" })).toBeNull();
    expect(quoteRequest({ ...EXAMPLE, by: "dates" })).toBeNull();
  });

  it("never counts more heavy things than things", () => {
    const state = { ...EXAMPLE, heavyBoxes: 5, heavyItems: 3, labels: 8 };
    expect(withItems(state, 6)).toMatchObject({ heavyBoxes: 5, heavyItems: 1, labels: 6 });
  });
});
