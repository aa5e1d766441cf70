import { formatCents, plainDollars } from "@lib/format/money";
import { expect, it } from "vitest";

it("shows whole dollars without cents and anything else with two", () => {
  expect(formatCents(6000)).toBe("$60");
  expect(formatCents(1313)).toBe("$13.13");
  expect(formatCents(0)).toBe("$0");
});

it("keeps every cent in fields and files", () => {
  expect([11025, 6000, 5].map(plainDollars)).toEqual(["110.25", "60.00", "0.05"]);
});
