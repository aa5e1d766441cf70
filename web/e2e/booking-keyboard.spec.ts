import { expect, type Locator, test } from "@playwright/test";
import { bookingsOf } from "./booking-rows";
import { BookingWizard, newBooker } from "./booking-wizard";

// Eight steps in a browser take their time on a busy machine.
test.describe.configure({ timeout: 120_000 });

test("a student books with the keyboard alone", async ({ page, request }) => {
  const wizard = new BookingWizard(page);
  const student = newBooker("Ana Lopez");
  const press = (...keys: string[]) =>
    keys.reduce<Promise<void>>(
      (before, key) => before.then(() => page.keyboard.press(key)),
      Promise.resolve(),
    );
  async function tabTo(target: Locator) {
    await expect(target).toBeVisible();
    for (let steps = 0; steps < 40; steps += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    await expect(target).toBeFocused();
  }
  /** An arrow moves to an answer and chooses it, as long as it is held down. */
  async function arrowTo(key: "ArrowDown" | "ArrowUp", answer: string) {
    await page.keyboard.down(key);
    await expect(wizard.answer(answer)).toBeChecked();
    await page.keyboard.up(key);
  }
  async function headingHasFocus(title: string) {
    await expect(wizard.heading(title).locator("span")).toBeFocused();
  }

  await page.goto("/book");
  const start = page.getByRole("button", { name: "Start Booking Process" });
  await expect(async () => {
    if (await wizard.dialog.isVisible()) return;
    await start.focus({ timeout: 1_000 });
    await page.keyboard.press("Enter");
    await expect(wizard.dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await headingHasFocus("Who are you?");
  await tabTo(wizard.dialog.getByRole("button", { name: "I am a student" }));
  await press("Enter");

  await headingHasFocus("Your Information");
  await tabTo(wizard.dialog.getByLabel("First Name"));
  for (const text of [student.first, student.last, student.email, student.phone]) {
    await page.keyboard.type(text);
    await press("Tab");
  }
  await press("Shift+Tab", "Enter");

  await headingHasFocus("Create Your Password");
  await tabTo(wizard.dialog.getByLabel("Password", { exact: true }));
  await page.keyboard.type(student.password);
  await tabTo(wizard.dialog.getByLabel("Confirm Password"));
  await page.keyboard.type(student.password);
  await press("Enter");

  await headingHasFocus("Find Your School");
  await tabTo(wizard.answer("University of British Columbia"));
  await press("Space");
  await tabTo(wizard.answer("Vancouver Campus"));
  await press("Space", "Enter");

  await headingHasFocus("Supply Kit Delivery");
  await tabTo(wizard.answer("Yes, deliver supplies"));
  await arrowTo("ArrowDown", "No, I have my own");
  await press("Enter");

  await headingHasFocus("Schedule Pickup");
  const date = wizard.dialog.getByLabel("Pickup Date");
  await tabTo(date);
  await press("Enter");
  await expect(page.getByRole("grid")).toBeVisible();
  await press("Escape");
  await expect(page.getByRole("grid")).toBeHidden();
  await expect(wizard.heading("Schedule Pickup")).toBeVisible();
  await press("Enter");
  await expect(page.locator("[data-day] button:focus")).toBeVisible();
  await press("PageDown", "ArrowRight", "Enter");
  await expect(page.getByRole("grid")).toBeHidden();
  await expect(date).not.toHaveText("Pick a date");
  await expect(date).toBeFocused();
  await tabTo(wizard.answer("9:00 AM - 12:00 PM"));
  await press("Space");
  await arrowTo("ArrowDown", "12:00 PM - 3:00 PM");
  await tabTo(wizard.dialog.getByLabel("Residence"));
  await press("ArrowDown", "ArrowDown", "Enter");
  await expect(wizard.dialog.getByLabel("Residence")).not.toHaveValue("");
  await tabTo(wizard.dialog.getByLabel("Room"));
  await page.keyboard.type("214");
  await press("Enter");

  await headingHasFocus("Delivery Options");
  await tabTo(wizard.answer("Same City"));
  await arrowTo("ArrowUp", "Decide Later");
  await press("Enter");

  await headingHasFocus("Review Your Booking");
  await tabTo(wizard.dialog.getByRole("button", { name: "Complete Booking" }));
  await press("Enter");
  await wizard.expectCompleteAndClosed();

  const [row] = await bookingsOf(request, student.email);
  expect(row).toMatchObject({
    pickup_time: "12:00 PM - 3:00 PM",
    delivery_option: "decide_later",
    building_name: expect.stringMatching(/, room 214$/),
    address: expect.stringContaining("Vancouver"),
  });
});
