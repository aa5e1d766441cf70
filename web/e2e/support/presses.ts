import type { Locator } from "@playwright/test";

/** A person at a page, whose presses are counted; typing into a field is one. */
export function countedPresses() {
  let count = 0;
  return {
    count: () => count,
    press: async (pressing: () => Promise<unknown>) => {
      count += 1;
      await pressing();
    },
    click: async (target: Locator) => {
      count += 1;
      await target.click();
    },
    type: async (target: Locator, words: string) => {
      count += 1;
      await target.fill(words);
    },
  };
}
