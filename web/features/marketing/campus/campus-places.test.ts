import { describe, expect, it } from "vitest";
import { distancesFrom, milesBetween } from "./campus-places";

describe("what lies around a campus", () => {
  it("is a degree of latitude in 69 miles, a degree of longitude in fewer", () => {
    const { east, north } = milesBetween({ lat: 50, lon: -120 }, { lat: 51, lon: -119 });
    expect(north).toBeCloseTo(69.09);
    expect(east).toBeCloseTo(44.4, 1);
  });

  it.each([
    ["ubcv", ["Wesbrook Village", "West Point Grey"], ["Kitsilano", "YVR airport"]],
    ["ubco", ["Academy Way", "YLW airport"], ["Lake Country", "Downtown Kelowna"]],
    ["tru", ["Sahali", "Downtown Kamloops", "Aberdeen"], ["YKA airport", "Valleyview"]],
  ])("%s: free within 3 miles, nearest first", (slug, free, beyond) => {
    const places = distancesFrom(slug);
    expect(places.filter((place) => place.free).map(({ name }) => name)).toEqual(free);
    expect(
      places
        .filter((place) => !place.free)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...beyond].sort());
    const miles = places.map((place) => place.miles);
    expect(miles).toEqual([...miles].sort((a, b) => a - b));
  });
});
