import { expect, type Page, test } from "@playwright/test";
import { BookingWizard, dayFromNow, newBooker } from "../booking/booking-wizard";
import { bookingsOf } from "../support/booking-rows";
import { chooseDay } from "../support/calendar";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
  staffChange,
} from "../support/customer-accounts";
import { holdScripts } from "../support/hold-scripts";
import { translatePages } from "../support/translate";

/** A visitor whose browser translates every page (rule: survives-translation). */

/** What React throws when it meets nodes that it did not put there. */
function failures(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", ({ message }) => {
    // React draws a page anew whose words were translated before it started: this is no failure.
    if (!message.includes("#418")) found.push(message);
  });
  return found;
}

test.beforeEach(({ page }) => translatePages(page));

test("the first press on a translated page opens the wizard", async ({ page }) => {
  const failed = failures(page);
  await page.goto("/");
  await expect(page.locator("h1 font font").first()).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Book Now" }).first().click();
  await expect(page.getByRole("dialog")).toContainText("Who are you?");
  expect(failed).toEqual([]);
});

test("a press that lasts while a translated page is drawn anew opens the wizard", async ({
  page,
}) => {
  const failed = failures(page);
  const release = await holdScripts(page);
  await page.goto("/");
  await expect(page.locator("h1 font font").first()).toBeVisible();
  const button = page.getByRole("main").getByRole("link", { name: "Book Now" }).first();
  const old = await button.elementHandle();
  await button.hover();
  await page.mouse.down();
  release();
  await page.waitForFunction((element) => !element?.isConnected, old);
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toContainText("Who are you?");
  expect(failed).toEqual([]);
});

test("what was typed on a translated page before it started is kept", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/pricing");
  await expect(page.locator("h1 font font").first()).toBeVisible();
  const items = page.getByRole("main").locator('input[type="number"]').first();
  await items.fill("14");
  release();
  await expect(page).toHaveURL(/items=14/);
  await expect(items).toHaveValue("14");
});

test("the name of the business is not translated", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("h1 font font").first()).toBeVisible();
  await expect(page.getByRole("banner").getByText("Summerstow").locator("font")).toHaveCount(0);
});

for (const who of ["student", "parent"] as const) {
  test(`a ${who} books on a translated page, to the end`, async ({ page, request }) => {
    const failed = failures(page);
    const wizard = new BookingWizard(page);
    const booker = newBooker(who === "parent" ? "Wei Zhang" : "Maya Chen");
    await page.goto(who === "parent" ? "/" : "/book");
    await expect(page.locator("h1 font font").first()).toBeVisible();
    if (who === "parent")
      await page.getByRole("main").getByRole("link", { name: "Book Now" }).first().click();
    else await page.getByRole("button", { name: "Start Booking Process" }).click();
    await wizard.chooseWho(who);
    if (who === "parent") {
      await wizard.dialog.getByLabel("Student's Name").fill("Mei Zhang");
      await wizard.dialog.getByLabel("Student's Phone").fill("604 555 0199");
    }
    await wizard.fillInformation(booker);
    await wizard.fillPassword(booker);
    await wizard.chooseSchool("University of British Columbia", "Vancouver Campus");
    await wizard.chooseSupplies(dayFromNow(30));
    await wizard.choosePickup(dayFromNow(40), "12:00 PM - 3:00 PM", "Evening (6:00 PM - 11:00 PM)");
    await wizard.chooseDelivery(
      "Same City",
      dayFromNow(160),
      "12 Elm Street, Vancouver BC V6T 1Z4",
    );
    await expect(wizard.dialog).toContainText("Step 8 of 8");
    for (const title of ["Delivery Options", "Schedule Pickup"]) {
      await wizard.back.click();
      await expect(wizard.heading(title)).toBeVisible();
    }
    await wizard.continueTo("Delivery Options");
    await wizard.continueTo("Review Your Booking");
    await Promise.all([wizard.complete(), wizard.expectCompleteAndClosed()]);
    await expect(page.getByRole("heading", { name: "Booking Successful!" })).toBeVisible();
    expect(await bookingsOf(request, booker.email)).toHaveLength(1);
    expect(failed).toEqual([]);
  });
}

test("a choice before the application is there counts, and each price is shown anew", async ({
  page,
}) => {
  const failed = failures(page);
  const release = await holdScripts(page);
  await page.goto("/pricing");
  await expect(page.locator("h1 font font").first()).toBeVisible();
  const choose = (kind: string) =>
    page.locator("#estimate").getByText(kind, { exact: true }).first().click();
  await choose("Single items");
  release();
  const estimate = page.getByRole("region", { name: "Your estimate" });
  await expect(estimate).toContainText("8 single items, 4 months");
  await choose("Bundle");
  await expect(estimate).toContainText("Medium Bundle, 4 months");
  await expect(estimate).not.toContainText("8 single items");
  expect(failed).toEqual([]);
});

test("a customer books the delivery in a translated My Storage", async ({ page, request }) => {
  const failed = failures(page);
  const email = newAddress("translated");
  const userId = await confirmedAccount(request, email, "Mei Zhang");
  const { id } = await booking(request, userId, email, {
    pickup_date: await campusDay(request, 40),
    pickup_time: "9:00 AM - 12:00 PM",
  });
  await staffChange(request, `bookings?id=eq.${id}`, { status: "confirmed" });
  await openSignedIn(page, "/customer-dashboard", email);
  await expect(page.locator("h1 font font").first()).toBeVisible();
  await page.getByRole("button", { name: "Book Delivery" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Different City" }).click();
  await dialog.getByRole("radio", { name: "Same City" }).click();
  await chooseDay(page, await campusDay(request, 300));
  await dialog.getByRole("radio", { name: "9:00 AM - 12:00 PM" }).click();
  await dialog.getByLabel("Full Delivery Address").fill("12 Elm Street, Vancouver BC V6T 1Z4");
  await dialog.getByRole("button", { name: /^Book delivery/ }).click();
  await expect(page.getByText("Delivery Booked")).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(failed).toEqual([]);
});
