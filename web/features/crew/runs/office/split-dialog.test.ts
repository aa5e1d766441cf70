import { expect, it } from "vitest";
import { splitWords } from "./split-dialog";

it("says what a split does for the windows of a day", () => {
  const words = (before_late: number, after_late: number) =>
    splitWords({ vans: [], before_late, after_late });
  expect(words(0, 0)).toBe("All windows are kept, now and after.");
  expect(words(1, 0)).toBe("All windows are kept. Now 1 stop will be late.");
  expect(words(10, 6)).toBe("6 stops will be late, 10 now. More vans or another date help.");
});
