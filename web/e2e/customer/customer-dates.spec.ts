import { expect, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { chooseDay } from "../support/calendar";
import {
  booking,
  campusDay,
  confirmedAccount,
  farDay,
  newAddress,
  openSignedIn,
  tabTo,
} from "../support/customer-accounts";
import { closeByEscape } from "../support/escape";

/** Changing the three dates of a booking, by pointer and by keyboard. */

test.beforeEach(async ({ page, request }) => {
  const email = newAddress("dates");
  const id = await confirmedAccount(request, email, "Maya Chen");
  await booking(request, id, email, { pickup_date: await campusDay(request, 20) });
  await openSignedIn(page, "/customer-dashboard", email);
  await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(3);
});

const spoken = (day: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(day));

const dates = (page: Page) => page.getByRole("region", { name: "Your dates" });

// The pickup is in 20 days: the kit comes before it, the things come back after it.
for (const [title, inDays] of [
  ["Supply Kit Delivery", 12],
  ["Delivery Date", 30],
] as const) {
  test(`${title}: past days are closed, Save waits for a date, and it is kept`, async ({
    page,
    request,
  }) => {
    const today = await campusDay(request);
    await page.getByRole("button", { name: `Edit ${title}` }).click();
    const dialog = page.getByRole("dialog", { name: `Edit ${title}` });
    const save = dialog.getByRole("button", { name: "Save" });
    await expect(save).toBeDisabled();
    const yesterday = await campusDay(request, -1);
    await expect(dialog.locator(`[data-day="${today}"] button`)).toBeEnabled();
    const before = dialog.locator(`[data-day="${yesterday}"] button`);
    if ((await before.count()) > 0) await expect(before).toBeDisabled();
    await expect(dialog.getByRole("combobox", { name: "Time" })).toHaveCount(0);

    const day = await campusDay(request, inDays);
    await chooseDay(page, day);
    await save.click();
    await expect(page.getByText("Date Updated")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: `Edit ${title}` })).toBeFocused();
    await page.reload();
    await expect(dates(page).getByText(spoken(day), { exact: true })).toBeVisible();
  });
}

test("Pickup Date & Time: any hour from 9 to 5, with the day or alone", async ({
  page,
  request,
}) => {
  const edit = page.getByRole("button", { name: "Edit Pickup Date & Time" });
  const save = page.getByRole("button", { name: "Save" });
  await edit.click();
  await expect(save).toBeDisabled();
  await page.getByRole("combobox", { name: "Time" }).click();
  await expect(page.getByRole("option")).toHaveText([
    "9:00 AM",
    "10:00 AM",
    "11:00 AM",
    "12:00 PM",
    "1:00 PM",
    "2:00 PM",
    "3:00 PM",
    "4:00 PM",
    "5:00 PM",
  ]);
  await page.getByRole("option", { name: "2:00 PM", exact: true }).click();
  const day = await farDay(request);
  await chooseDay(page, day);
  await save.click();
  await expect(dates(page).getByText(spoken(day), { exact: true })).toBeVisible();
  await expect(page.getByText("2:00 PM", { exact: true }).first()).toBeVisible();
  await expect(save).toHaveCount(0);

  await edit.click();
  await page.getByRole("combobox", { name: "Time" }).click();
  await page.getByRole("option", { name: "5:00 PM" }).click();
  await save.click();
  await expect(page.getByText("5:00 PM", { exact: true }).first()).toBeVisible();
  await expect(dates(page).getByText(spoken(day), { exact: true })).toBeVisible();
});

test("a free return day is one press away", async ({ page }) => {
  await page.getByRole("button", { name: "Edit Delivery Date" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Delivery Date" });
  // The last of them: in August the first ones may be over before the pickup.
  await dialog.getByRole("group", { name: "Free return days" }).getByText("Sep 3").click();
  await expect(dialog.locator('[data-selected="true"] button')).toHaveText("3");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dates(page).getByText(/^[A-Z][a-z]{2}, Sep 3, 20\d\d$/)).toBeVisible();
});

test("a change that the server never got says so and stays open", async ({ page, request }) => {
  await page.route("**/rest/v1/bookings?**", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Edit Supply Kit Delivery" }).click();
  await chooseDay(page, await campusDay(request, 10));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Update Failed")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
    "Could not update the date. Please try again.",
  );
});

test("a date is changed by keyboard alone", async ({ page }) => {
  await tabTo(page, page.getByRole("button", { name: "Edit Delivery Date" }), 30);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Delivery Date" });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.locator("[data-today] button").first());
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Date Updated")).toBeVisible();
  await expect(page.getByText("To Be Determined")).toHaveCount(0);
});

test("neither dashboard nor dialog has a barrier, light or dark", async ({ page }) => {
  test.slow();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
    await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(3);
    expect(await barriers(page), colorScheme).toEqual([]);
    await page.getByRole("button", { name: "Edit Pickup Date & Time" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await barriers(page, '[role="dialog"]'), colorScheme).toEqual([]);
    await closeByEscape(page.getByRole("dialog"));
  }
});

test("a pickup moved before its kit leads to a way without the kit", async ({ page, request }) => {
  const kit = await campusDay(request, 12);
  await page.getByRole("button", { name: "Edit Supply Kit Delivery" }).click();
  await chooseDay(page, kit);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(dates(page)).toContainText(spoken(kit));

  await page.getByRole("button", { name: "Edit Pickup Date & Time" }).click();
  await chooseDay(page, await campusDay(request, 2));
  await expect(page.getByRole("dialog")).toContainText("at least a day before your pickup");
  await page.getByRole("dialog").getByRole("button", { name: /^Save/ }).click();

  const dialog = page.getByRole("dialog", { name: "Edit Supply Kit Delivery" });
  await expect(dialog).toContainText("No day is left for a kit before your pickup");
  await dialog.getByRole("button", { name: "I don't need the kit" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(dates(page)).toContainText("Not scheduled");
});
