import type { CrewHours } from "@api/crew";
import { csvText } from "@lib/format/csv";
import { expect, it } from "vitest";
import { byCrew, byWorker, hoursCsv, perHour } from "./hours";

const row = (name: string, run_id: string, more: Partial<CrewHours> = {}): CrewHours => ({
  day: "2030-05-01",
  campus_id: 3,
  run_id,
  run_name: "Day",
  user_id: name,
  name,
  first_at: "2030-05-01T16:00:00Z",
  last_at: "2030-05-01T20:00:00Z",
  done: 10,
  failed: 1,
  ...more,
});
const rows = [
  row("Wren", "r1"),
  row("Omar", "r1"),
  row("Wren", "r2", { last_at: "2030-05-01T17:00:00Z", done: 2, failed: 0 }),
];

// Rule: crew-hours.
it("sums the hours and stops of each person", () => {
  expect(byWorker(rows)).toEqual([
    { key: "Omar", name: "Omar", runs: 1, minutes: 240, done: 10, failed: 1 },
    { key: "Wren", name: "Wren", runs: 2, minutes: 300, done: 12, failed: 1 },
  ]);
});

it("counts a run once for its crew", () => {
  const [shared, alone] = byCrew(rows);
  expect(shared).toMatchObject({ who: "Wren, Omar", minutes: 240, done: 10 });
  expect(perHour(shared ?? { done: 0, minutes: 0 })).toBe("2.5");
  expect(alone).toMatchObject({ who: "Wren", minutes: 60, done: 2 });
});

it("invents no pace for a run with one event", () => {
  expect(perHour({ done: 1, minutes: 0 })).toBeNull();
});

it("writes a line for each person and run on the campus clock", () => {
  const [, line] = csvText(hoursCsv("-07:00"), rows).split("\r\n");
  expect(line).toContain("Wren,2030-05-01 09:00,2030-05-01 13:00,4.00,10,1,2.5");
});
