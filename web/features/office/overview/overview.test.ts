import type { OverviewDay } from "@api/reports/executive-overview";
import { describe, expect, it } from "vitest";
import {
  buckets,
  changeWords,
  daysBetween,
  isEmptySeason,
  moneyBars,
  percent,
  placesByDay,
  runningTotal,
} from "./figures";
import {
  choiceChange,
  daysChange,
  overviewView,
  rangeChoices,
  seasonDays,
  seasonOf,
} from "./season-range";

const NOTHING = {
  made: 0,
  cancelled: 0,
  pickups: 0,
  done: 0,
  capacity: 0,
  taken: 0,
  sign_ups: 0,
  booked_cents: 0,
  tax_cents: 0,
  received_cents: 0,
};
const day = (on: string, campus_id: number, counted: Partial<OverviewDay>): OverviewDay => ({
  day: on,
  campus_id,
  ...NOTHING,
  ...counted,
});

describe("a season", () => {
  it("ends with its free return, and the next begins on the day after", () => {
    expect(seasonDays(2027)).toEqual({ from: "2026-09-04", to: "2027-09-03" });
    expect(seasonOf("2026-09-03")).toBe(2026);
    expect(seasonOf("2026-09-04")).toBe(2027);
    expect(seasonOf("2026-11-21")).toBe(2027);
  });

  it("is what the address says, this one where it says nothing or nonsense", () => {
    const read = (query: string) => overviewView(new URLSearchParams(query), "2026-11-21");
    expect(read("")).toEqual({ choice: "2027", range: seasonDays(2027), campusId: null });
    expect(read("season=2025&campus=2")).toEqual({
      choice: "2025",
      range: seasonDays(2025),
      campusId: 2,
    });
    expect(read("season=1999&campus=7")).toEqual(read(""));
    expect(read("season=last30").range).toEqual({ from: "2026-10-23", to: "2026-11-21" });
    expect(read("from=2026-05-01&to=2026-05-09")).toMatchObject({
      choice: "dates",
      range: { from: "2026-05-01", to: "2026-05-09" },
    });
    expect(read("from=2026-05-09&to=2026-05-01")).toEqual(read(""));
    expect(read("from=2024-05-01&to=2026-05-01")).toEqual(read(""));
  });

  it("is chosen by a plain address, and dates begin as what is shown", () => {
    expect(rangeChoices("2026-11-21").map(({ value }) => value)).toEqual([
      "2027",
      "2026",
      "2025",
      "2024",
      "last30",
      "dates",
    ]);
    const shown = { from: "2026-05-01", to: "2026-05-09" };
    expect(choiceChange("2027", shown, "2026-11-21")).toEqual({
      season: null,
      from: null,
      to: null,
    });
    expect(choiceChange("2025", shown, "2026-11-21")).toMatchObject({ season: "2025" });
    expect(choiceChange("dates", shown, "2026-11-21")).toEqual({ season: null, ...shown });
  });

  it("keeps chosen dates in order and within a year", () => {
    const shown = { from: "2026-05-01", to: "2026-05-09" };
    expect(daysChange(shown, { from: "2026-06-01" })).toMatchObject({ to: "2026-06-01" });
    expect(daysChange(shown, { to: "2026-04-01" })).toMatchObject({ from: "2026-04-01" });
    expect(daysChange(shown, { to: "2028-01-01" })).toMatchObject({ from: "2027-01-02" });
  });
});

describe("figures", () => {
  const days = [
    day("2026-05-03", 1, { made: 2, capacity: 5, taken: 4 }),
    day("2026-05-01", 1, { made: 1 }),
    day("2026-05-03", 2, { made: 3, capacity: 5, taken: 1 }),
    day("2026-05-09", 1, { made: 4 }),
  ];
  const range = { from: "2026-05-01", to: "2026-05-09", days };

  it("run up day by day, to a day and no further", () => {
    expect(runningTotal(range, "made", "2026-05-04")).toEqual([
      { at: 0, total: 0 },
      { at: 0, total: 1 },
      { at: 1, total: 1 },
      { at: 2, total: 6 },
      { at: 3, total: 6 },
    ]);
    expect(runningTotal(range, "made", "2026-04-01")).toEqual([{ at: 0, total: 0 }]);
  });

  it("are level over days without any", () => {
    const late = { from: "2026-05-01", days: [day("2026-05-09", 1, { made: 4 })] };
    expect(runningTotal(late, "made", "2026-05-20")).toEqual([
      { at: 0, total: 0 },
      { at: 7, total: 0 },
      { at: 8, total: 4 },
      { at: 19, total: 4 },
    ]);
  });

  it("stand in bars by day, by week over a long range, for one campus or all", () => {
    expect(buckets(range, "made").map(({ count }) => count)).toEqual([1, 0, 5, 0, 0, 0, 0, 0, 4]);
    expect(buckets(range, "made", 2).reduce((sum, { count }) => sum + count, 0)).toBe(3);
    const long = buckets({ ...range, to: "2026-08-31" }, "made");
    expect(long[0]).toEqual({ from: "2026-05-01", to: "2026-05-07", count: 6 });
    expect(long[1]?.count).toBe(4);
    expect(long.at(-1)?.to).toBe("2026-08-31");
  });

  it("say places offered and taken of a day over its campuses", () => {
    expect(placesByDay(days)).toEqual([{ day: "2026-05-03", capacity: 10, taken: 5 }]);
    expect(percent(5, 10)).toBe(50);
    expect(percent(0, 0)).toBeNull();
  });

  it("say money of each month, or of each day of a short range", () => {
    const money = [
      day("2026-05-30", 1, { booked_cents: 6300, tax_cents: 300 }),
      day("2026-06-02", 1, { received_cents: 6300 }),
      day("2026-06-02", 2, { booked_cents: 100, received_cents: -50 }),
    ];
    const long = moneyBars({ from: "2026-05-20", to: "2026-09-03", days: money });
    // Months before the first money and after the last are not drawn.
    expect(long.map(({ from }) => from)).toEqual(["2026-05-20", "2026-06-01"]);
    expect(long[0]).toMatchObject({ booked: 6300, tax: 300, received: 0 });
    expect(long[1]).toMatchObject({ booked: 100, received: 6250 });
    const short = moneyBars({ from: "2026-05-30", to: "2026-06-02", days: money });
    expect(short.map(({ booked }) => booked)).toEqual([6300, 0, 0, 100]);
  });

  it("are compared in words that hold for every pair", () => {
    const running = { running: true };
    expect(changeWords(412, 374, running)).toBe("38 more than by this day last year (+10%)");
    expect(changeWords(9, 12, running)).toBe("3 fewer than by this day last year (−25%)");
    expect(changeWords(9, 12, { running: false })).toBe("3 fewer than in the year before (−25%)");
    expect(changeWords(5, 5, running)).toBe("The same as by this day last year");
    expect(changeWords(5, 0, running)).toBe("None by this day last year");
    expect(changeWords(0, 0, { running: false })).toBe("Also none in the year before");
  });

  it("are told apart from a season without anything", () => {
    const none = {
      made: 0,
      cancelled: 0,
      pickups: 0,
      done: 0,
      taken: 0,
      booked_cents: 0,
      received_cents: 0,
    };
    const of = (now: object, then: object) =>
      isEmptySeason({
        figures: { ...none, ...now },
        before: { figures: { ...none, ...then } },
      } as Parameters<typeof isEmptySeason>[0]);
    expect(of({ capacity: 40 }, {})).toBe(true);
    expect(of({ made: 1 }, {})).toBe(false);
    expect(of({}, { received_cents: 100 })).toBe(false);
  });

  it("count days across a change of clocks", () => {
    expect(daysBetween("2025-03-08", "2025-03-10")).toBe(2);
    expect(daysBetween("2025-11-01", "2025-11-03")).toBe(2);
  });
});
