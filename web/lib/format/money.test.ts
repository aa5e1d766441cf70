import { formatCents } from "@lib/format/money";
import { expect, it } from "vitest";

it("shows whole dollars without cents and anything else with two", () => {
  expect(formatCents(6000)).toBe("$60");
  expect(formatCents(1313)).toBe("$13.13");
  expect(formatCents(0)).toBe("$0");
});
