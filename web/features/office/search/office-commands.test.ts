import { expect, it } from "vitest";
import { areaCommands, STAFF_BASE } from "./office-commands";

const AREAS = ["bookings", "pickups", "runs", "warehouse", "needs-person", "payments"];

it("leads to each area of the staff by keys of its own", () => {
  const commands = areaCommands(
    STAFF_BASE,
    AREAS.map((value) => ({ value, label: value })),
  );
  const keys = commands.flatMap((one) => one.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  for (const area of AREAS)
    expect(commands.find(({ label }) => label === area)?.keys, area).toMatch(/^g>[a-z]$/);
  expect(commands.find(({ keys }) => keys === "g>r")?.to).toBe("/admin-dashboard?tab=runs");
  expect(commands.find(({ keys }) => keys === "g>w")?.to).toBe("/admin-dashboard?tab=warehouse");
});
