import { pricing } from "@lib/site/published";
import { describe, expect, it } from "vitest";
import { type Bundle, bundleValue, savesFrom, shares } from "./value";

function bundle(id: string): Bundle {
  const found = pricing.bundles.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
}

describe("what a bundle is worth", () => {
  it("is compared with single items at $15 a month", () => {
    expect(bundleValue(bundle("large"), 14)).toEqual({
      singles: 21000,
      bundle: 15000,
      saved: 6000,
      percent: 29,
    });
  });

  it("rounds half percents up", () => {
    expect(bundleValue(bundle("medium"), 8).percent).toBe(13);
  });

  it("shows no saving where single items cost the same or less", () => {
    expect(bundleValue(bundle("small"), 3).saved).toBeNull();
    expect(bundleValue(bundle("medium"), 7)).toMatchObject({ saved: null, percent: null });
  });

  it("begins at 8 items for Medium, 11 for Large, 15 for XL and never for Small", () => {
    expect(["small", "medium", "large", "xl"].map((id) => savesFrom(bundle(id)))).toEqual([
      null,
      8,
      11,
      15,
    ]);
  });
});

describe("a bundle split with friends", () => {
  it("costs $35 each when three share Medium", () => {
    expect(shares(bundle("medium"), 3)).toEqual([3500, 3500, 3500]);
  });

  it("adds up to the bundle to the cent for any number of friends", () => {
    for (const one of pricing.bundles) {
      for (let friends = 1; friends <= 12; friends += 1) {
        const parts = shares(one, friends);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(one.monthly_cents);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }
    }
  });
});
