import type { Page } from "@playwright/test";
import { look } from "./staff-session";

/** Takes a page at each width in both themes, into the folder that PICTURES names. */
export async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  for (const width of [320, 390, 820, 1440])
    for (const theme of ["light", "dark"] as const) {
      await look(page, width, theme);
      if (width === 390) {
        await page.setViewportSize({ width: 844, height: 390 });
        await page.screenshot({ path: `${folder}/${name}-844-${theme}.png` });
        await look(page, width, theme);
      }
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` });
    }
  await look(page, 1440, "light");
}
