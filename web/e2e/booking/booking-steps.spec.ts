import { expect, test } from "@playwright/test";
import { bookingsOf } from "../support/booking-rows";
import { calendarHasFocus, chooseDay } from "../support/calendar";
import { dollars, pricing, taxed } from "../support/prices";
import { BookingWizard, dayFromNow, newBooker } from "./booking-wizard";

/** The wizard's steps as a screen reader reads them, and what they show of what was chosen. */

const TRU = "Thompson Rivers University";

test("every step reads in order: its heading, its place, its questions, its buttons", async ({
  page,
}) => {
  const wizard = new BookingWizard(page);
  const { dialog } = wizard;
  const student = newBooker();
  await wizard.openFromBookPage();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Who are you?":
      - heading "Who are you?" [level=2]
      - paragraph: Step 1 of 8
      - button "Close"
      - list "Booking progress":
        - listitem: Who you are (now)
        - listitem: Information (to come)
      - button "I am a student"
      - button "I am a parent"
      - paragraph:
        - link "Sign in here"
  `);

  await wizard.chooseWho("student");
  await wizard.forward.click();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Your Information":
      - heading "Your Information" [level=2]
      - paragraph: Step 2 of 8
      - list "Booking progress"
      - textbox "First Name"
      - textbox "Last Name"
      - textbox "Email"
      - textbox "Phone"
      - checkbox "Send me text messages about my pickup"
      - button "Back"
      - button "Continue"
  `);
  for (const [field, missing] of [
    ["First Name", "First name is required"],
    ["Last Name", "Last name is required"],
    ["Email", "Email is required"],
    ["Phone", "Phone is required"],
  ] as const) {
    const input = dialog.getByLabel(field, { exact: true });
    await expect(input).toHaveAttribute("aria-invalid", "true");
    await expect(input).toHaveAccessibleDescription(new RegExp(missing));
  }

  await wizard.fillInformation(student);
  await wizard.forward.click();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Create Your Password":
      - heading "Create Your Password" [level=2]
      - paragraph: Step 3 of 8
      - textbox "Password"
      - button "Show password"
      - textbox "Confirm Password"
      - button "Show password"
      - button "Back"
      - button "Create Account & Complete Booking"
  `);
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    /Please fill in all fields/,
  );

  await wizard.fillPassword(student);
  // A university with one campus chooses it by itself.
  await wizard.answer(TRU).click();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Find Your School":
      - heading "Find Your School" [level=2]
      - paragraph: Step 4 of 8
      - radiogroup "University":
        - radio "University of British Columbia"
        - radio "${TRU}" [checked]
      - radiogroup "Campus":
        - radio /Kamloops Campus/ [checked]
      - button "Back"
      - button "Continue"
  `);

  await wizard.continueTo("Supply Kit Delivery");
  const kit = `${Number(dayFromNow(0).slice(0, 4)) + 1}-04-20`;
  await wizard.answer("Yes, deliver supplies").click();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Supply Kit Delivery":
      - heading "Supply Kit Delivery" [level=2]
      - paragraph: Step 5 of 8
      - radiogroup "Do you need boxes and packing supplies?":
        - radio /Yes, deliver supplies/ [checked]
        - radio /No, I have my own/
      - button "Delivery Date"
      - region "Total with tax":
        - heading "Total with tax" [level=3]
        - spinbutton "How many items?"
        - radiogroup "Plan"
      - button "Back"
      - button "Continue" [disabled]
  `);
  await wizard.pickDay("Delivery Date", kit);

  // The calendar opens at the month that follows from the kit's day.
  await wizard.continueTo("Schedule Pickup");
  await dialog.getByLabel("Pickup Date").click();
  const april = page.getByRole("grid", { name: /^April/ });
  await expect(april).toBeVisible();
  await calendarHasFocus(page);
  await page.keyboard.press("Escape");
  await expect(april).toBeHidden();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Schedule Pickup":
      - heading "Schedule Pickup" [level=2]
      - paragraph: Step 6 of 8
      - button "Pickup Date"
      - radiogroup "Time Slot":
        - radio "9:00 AM - 12:00 PM"
        - radio "12:00 PM - 3:00 PM"
        - radio "3:00 PM - 6:00 PM"
      - checkbox "I have a flight to catch"
      - button "Back"
      - button "Continue" [disabled]
  `);
  await wizard.choosePickup(`${kit.slice(0, 8)}28`, "12:00 PM - 3:00 PM");

  await wizard.answer("Same City").click();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Delivery Options":
      - heading "Delivery Options" [level=2]
      - paragraph: Step 7 of 8
      - radiogroup "Where should we bring it back?":
        - radio /Same City/ [checked]
        - radio /Different City/
        - radio /Decide Later/
      - group "Free return days"
      - button "Delivery Date"
      - textbox "Full Delivery Address"
      - button "Back"
      - button "Continue" [disabled]
  `);
  await wizard.chooseDelivery("Decide Later");
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Review Your Booking":
      - heading "Review Your Booking" [level=2]
      - paragraph: Step 8 of 8
      - term: Name
      - definition: ${student.first} ${student.last}
      - button /^Edit/
      - term: University
      - definition: ${TRU}
      - button /^Edit/
      - term: Pickup Date
      - button /^Edit/
      - combobox /How did you hear about us/
      - region "Total with tax"
      - button "Back"
      - button "Complete Booking"
  `);
});

test("an estimate that was changed a moment ago leaves the wizard open, and is kept", async ({
  page,
}) => {
  const wizard = new BookingWizard(page);
  await page.goto("/pricing?items=8&months=3");
  const estimate = page.getByRole("region", { name: "Your estimate" });
  await expect(estimate).toContainText("Medium Bundle, 3 months");
  const more = page.getByRole("main").getByRole("button", { name: "More: Items" });
  await more.click();
  await estimate.getByRole("link", { name: "Book Now" }).click();
  await expect(wizard.heading("Who are you?")).toBeVisible();
  // The new price has come, and the address would have been written by now.
  await expect(page.locator("#estimate-price")).toContainText("Large Bundle");
  await expect(wizard.heading("Who are you?")).toBeVisible();
  await page.goBack();
  await expect(wizard.dialog).toBeHidden();
  await expect(page).toHaveURL(/items=9/);
  await expect(page.locator("#estimate-price")).toContainText("Large Bundle");
});

test("an estimate is carried in and booked as single items, and the page then shows its code", async ({
  page,
  request,
}) => {
  const wizard = new BookingWizard(page);
  const student = newBooker("Ana Lopez");
  await page.setViewportSize({ width: 1440, height: 900 });
  // From the estimate far down the page of prices.
  await wizard.openOver("/pricing?items=7&months=4");
  await wizard.chooseWho("student");
  await wizard.fillInformation(student);
  await wizard.fillPassword(student);
  await wizard.chooseSchool(TRU, "Kamloops Campus");
  const sum = wizard.dialog.getByRole("region", { name: "Total with tax" });
  await expect(sum.getByLabel("How many items?", { exact: true })).toHaveValue("7");
  await sum.getByRole("button", { name: "More: How many items?" }).click();
  await sum.getByRole("radio", { name: /^Single items/ }).click();
  const season = dollars(4 * taxed(8 * pricing.single_item_monthly_cents));
  await expect(sum).toContainText(`${season} including`);
  await wizard.chooseSupplies(null);
  await wizard.choosePickup(dayFromNow(43), "9:00 AM - 12:00 PM");
  await wizard.chooseDelivery("Decide Later");
  await expect(sum).toContainText("8 single items");
  await wizard.complete();
  await wizard.expectCompleteAndClosed();

  const alert = page.getByRole("region", { name: "Your new booking" });
  await expect(alert.getByRole("heading", { name: "Booking Successful!" })).toBeInViewport();
  await expect(page).toHaveURL(/\/pricing/);
  const [row] = await bookingsOf(request, student.email);
  expect(row).toMatchObject({
    pricing: "single_items",
    expected_items: 8,
  });
});

test.describe("with a finger on the smallest phone", () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true });

  test("the free days come into view with Same City, and one press folds the calendar", async ({
    page,
  }) => {
    const wizard = new BookingWizard(page);
    const { dialog } = wizard;
    await wizard.openFromBookPage();
    await wizard.chooseWho("student");
    await wizard.fillInformation(newBooker());
    await wizard.fillPassword(newBooker());
    await wizard.chooseSchool(TRU, "Kamloops Campus");
    await wizard.chooseSupplies(null);
    const day = dayFromNow(44);
    const grid = page.getByRole("grid");
    await expect(grid).toBeVisible();
    await chooseDay(page, day);
    await wizard.answer("9:00 AM - 12:00 PM").click();
    await wizard.continueTo("Delivery Options");

    await wizard.answer("Different City").click();
    await expect(grid).toBeVisible();
    await wizard.answer("Same City").click();
    const free = dialog.getByRole("group", { name: "Free return days" }).getByRole("button");
    await expect(free.first()).toBeInViewport({ ratio: 1 });
    await expect(grid).toBeVisible();
    await free.first().click();
    await expect(free.first()).toHaveAttribute("aria-pressed", "true");
    await expect(grid).toBeHidden();
  });
});
