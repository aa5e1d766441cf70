import type { DayLoad } from "@api/crew";
import { expect, it } from "vitest";
import { isOverWith, loadWords, offWords } from "./load-words";

const load: DayLoad = {
  day: "2030-05-01",
  stops: 40,
  work_minutes: 520,
  stop_minutes: 13,
  crew_minutes: 540,
  vans: 1,
  available: ["Wren"],
  off: [],
  is_over: false,
};

it("says a day's work beside the hours of its crews", () => {
  expect(loadWords(load)).toBe("8 h 40 min of work, 9 h of 1 crew");
  expect(loadWords({ ...load, vans: 2, crew_minutes: 1080 })).toContain("18 h of 2 crews");
  expect(loadWords({ ...load, vans: 0, crew_minutes: 0 })).toContain("nobody can work");
  expect(loadWords({ ...load, crew_minutes: null })).toBe("8 h 40 min of work");
});

it("counts the stop that is moved there", () => {
  expect(isOverWith(load, 1)).toBe(false);
  expect(isOverWith(load, 2)).toBe(true);
  expect(isOverWith({ ...load, crew_minutes: null }, 99)).toBe(false);
});

it("names who is on a run and cannot work", () => {
  expect(offWords(load)).toBeNull();
  expect(offWords({ ...load, off: ["Ana", "Bo"] })).toBe(
    "Ana, Bo are on a run of this day and cannot work.",
  );
});
