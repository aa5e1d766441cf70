import { type Locator, type Page, test } from "@playwright/test";
import { address, book, freeDay, stop } from "../crew/pickup-days";
import { asService, expect, openAs } from "../support/staff-session";

/** What was done is said without hiding what is being done now, wherever a toast is on its way. */

test.use({ reducedMotion: "no-preference" });

async function apart(page: Page, title: Locator): Promise<void> {
  const toast = page.locator("[data-sonner-toast][data-front=true]");
  await expect(toast).toBeVisible();
  await expect(title).toBeVisible();
  await expect
    .poll(async () => {
      const [above, below] = [await title.boundingBox(), await toast.boundingBox()];
      if (!(above && below)) return "one of them is gone";
      const over =
        above.y < below.y + below.height &&
        below.y < above.y + above.height &&
        above.x < below.x + below.width &&
        below.x < above.x + above.width;
      return over ? "the toast lies on the title" : "apart";
    })
    .toBe("apart");
}

for (const size of [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
])
  test(`no toast lies on the title of a dialog (${size.width} px)`, async ({
    browser,
    baseURL,
  }) => {
    const day = freeDay();
    const service = await asService(baseURL);
    await book(service, day, ["Ana", "Ben"]);
    await service.dispose();
    const page = await openAs(browser, baseURL, "admin", { ...size, touch: true });
    await page.goto(address(day));
    await expect(stop(page, "Ana")).toBeVisible();
    await page
      .getByRole("button", { name: /^On Way/ })
      .first()
      .click();
    const toast = page.locator("[data-sonner-toast]").first();
    await expect(toast).toContainText("Status Updated");
    // It stays as long as it is pointed at.
    await toast.hover();
    await stop(page, "Ben")
      .getByRole("button", { name: /^Change Date/ })
      .press("Enter");
    const dialog = page.getByRole("dialog");
    await apart(page, dialog.getByRole("heading").first());
    await page.context().close();
  });
