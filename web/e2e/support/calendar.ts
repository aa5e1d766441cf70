import { expect, type Page } from "@playwright/test";

/**
 * Chooses a day in the open calendar, once that is there, as a person does: turns its pages,
 * presses the day.
 */
export async function chooseDay(page: Page, day: string): Promise<void> {
  const grid = page.getByRole("grid");
  const shown = grid.locator("[data-day]:not([data-outside])").first();
  for (;;) {
    const month = (await shown.getAttribute("data-day"))?.slice(0, 7) ?? "";
    if (month === day.slice(0, 7)) break;
    const way = month < day ? "Next" : "Previous";
    await page.getByRole("button", { name: `Go to the ${way} Month` }).click();
    await expect(shown).not.toHaveAttribute("data-day", new RegExp(`^${month}`));
  }
  await grid.locator(`[data-day="${day}"]:not([data-outside]) button`).click();
}

/** Waits until the keys go to the calendar that was just opened: a day of it has the focus. */
export async function calendarHasFocus(page: Page): Promise<void> {
  await expect(page.locator("[data-day] button:focus")).toBeVisible();
}
