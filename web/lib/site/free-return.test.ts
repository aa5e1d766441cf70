import { expect, it, vi } from "vitest";

vi.mock("./published", () => ({
  season: {
    free_return: { from: "08-31", to: "09-03" },
    coming_free_return: { from: "08-31", to: "09-03" },
    seasons: [
      {
        first_pickup: "2027-04-01",
        last_pickup: "2027-05-15",
        first_return: "2027-08-25",
        last_return: "2027-09-10",
        first_free_return: "2027-08-30",
        last_free_return: "2027-09-03",
        weekdays: [1, 2, 3, 4, 6],
        closed_days: [{ date: "2027-09-01", reason: "Stocktake" }],
      },
    ],
  },
}));
const { isDayOfReturns } = await import("./free-return");

// Rule: season-days.
it("offers no day of returns on which nobody works", () => {
  expect(isDayOfReturns("2027-08-31")).toBe(true);
  expect(isDayOfReturns("2027-09-01")).toBe(false);
  // A Friday.
  expect(isDayOfReturns("2027-09-03")).toBe(false);
  expect(isDayOfReturns("2028-09-01")).toBe(true);
});
