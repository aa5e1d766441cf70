import { expect, it } from "vitest";
import { longCampus, shortCampus } from "./campus-names";

// Rule: campus-names.
it("has one long and one short name for a campus", () => {
  expect([1, 2, 3].map(longCampus)).toEqual(["UBC Vancouver", "UBC Okanagan", "TRU Kamloops"]);
  expect([1, 2, 3].map(shortCampus)).toEqual(["Vancouver", "Okanagan", "Kamloops"]);
  expect(longCampus("Kamloops Campus")).toBe("TRU Kamloops");
  expect(longCampus("Nowhere")).toBe("Nowhere");
});
