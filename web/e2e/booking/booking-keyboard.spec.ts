import { expect, test } from "@playwright/test";
import { bookingsOf } from "../support/booking-rows";
import { calendarHasFocus } from "../support/calendar";
import { Keyboard } from "../support/keyboard";
import { BookingWizard, newBooker } from "./booking-wizard";

test("a student books from the home page with the keyboard alone", async ({ page, request }) => {
  const wizard = new BookingWizard(page);
  const keys = new Keyboard(page);
  const student = newBooker("Ana Lopez");
  const { dialog } = wizard;
  /** An arrow moves to an answer and chooses it, as long as it is held down. */
  async function arrowTo(key: "ArrowDown" | "ArrowUp", answer: string) {
    await page.keyboard.down(key);
    await expect(wizard.answer(answer)).toBeChecked();
    await page.keyboard.up(key);
  }
  async function headingHasFocus(title: string) {
    await expect(wizard.heading(title).locator("span")).toBeFocused();
  }

  const bookNow = page.getByRole("main").getByRole("link", { name: "Book Now" }).first();
  await page.goto("/");
  await keys.use(bookNow);

  // Closed again, the focus is where it was.
  await headingHasFocus("Who are you?");
  await keys.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(bookNow).toBeFocused();
  await keys.press("Enter");

  await headingHasFocus("Who are you?");
  await keys.use(dialog.getByRole("button", { name: "I am a student" }));

  await headingHasFocus("Your Information");
  await keys.to(dialog.getByLabel("First Name"));
  await keys.press("Enter");
  await expect(dialog.getByLabel("First Name")).toHaveAccessibleDescription(
    "First name is required",
  );
  await expect(dialog.getByLabel("First Name")).toBeFocused();
  for (const text of [student.first, student.last, student.email, student.phone]) {
    await keys.type(text);
    await keys.press("Tab");
    await keys.seen();
  }
  await keys.press("Shift+Tab", "Enter");

  // Neither closing nor keeping on loses the place.
  await headingHasFocus("Create Your Password");
  await keys.to(dialog.getByLabel("Password", { exact: true }));
  await keys.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard this booking?" });
  await expect(question.getByRole("button", { name: "Keep booking" })).toBeFocused();
  await keys.press("Enter");
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
  await keys.type(student.password);
  await keys.to(dialog.getByLabel("Confirm Password"));
  await keys.type(student.password);
  await keys.press("Enter");

  await headingHasFocus("Find Your School");
  await keys.use(wizard.answer("University of British Columbia"), "Space");
  await keys.to(wizard.answer("Vancouver Campus"));
  await keys.press("Space", "Enter");

  await headingHasFocus("Supply Kit Delivery");
  await keys.to(wizard.answer("Yes, deliver supplies"));
  await arrowTo("ArrowDown", "No, I have my own");
  await keys.press("Enter");

  await headingHasFocus("Schedule Pickup");
  const date = dialog.getByLabel("Pickup Date");
  await keys.use(date);
  await calendarHasFocus(page);
  await keys.press("Escape");
  await expect(page.getByRole("grid")).toBeHidden();
  await expect(wizard.heading("Schedule Pickup")).toBeVisible();
  // The popover gives the focus back a timer after it has gone.
  await expect(date).toBeFocused();
  await keys.press("Enter");
  await calendarHasFocus(page);
  await keys.press("PageDown", "ArrowRight", "Enter");
  await expect(page.getByRole("grid")).toBeHidden();
  await expect(date).not.toHaveText("Pick a date");
  await expect(date).toBeFocused();
  await keys.use(wizard.answer("9:00 AM - 12:00 PM"), "Space");
  await arrowTo("ArrowDown", "12:00 PM - 3:00 PM");
  await keys.to(dialog.getByLabel("Residence"));
  await keys.press("ArrowDown", "ArrowDown", "Enter");
  await expect(dialog.getByLabel("Residence")).not.toHaveValue("");
  await keys.to(dialog.getByLabel("Room"));
  await keys.type("214");
  await keys.press("Enter");

  await headingHasFocus("Delivery Options");
  await keys.to(wizard.answer("Same City"));
  await arrowTo("ArrowUp", "Decide Later");
  await keys.press("Enter");

  // A name is mended from the review, and the way leads back to it.
  await headingHasFocus("Review Your Booking");
  await keys.use(dialog.getByRole("button", { name: "Edit the delivery" }));
  await headingHasFocus("Delivery Options");
  await keys.to(wizard.answer("Decide Later"));
  await keys.press("Enter");
  await headingHasFocus("Review Your Booking");
  await keys.use(dialog.getByRole("button", { name: "Complete Booking" }));
  await wizard.expectCompleteAndClosed();

  // The code of the mail is the next thing to type.
  await keys.to(page.getByLabel("Code from the mail"), { back: true });

  const [row] = await bookingsOf(request, student.email);
  expect(row).toMatchObject({
    pickup_time: "12:00 PM - 3:00 PM",
    delivery_option: "decide_later",
    building_name: expect.stringMatching(/, room 214$/),
    address: expect.stringContaining("Vancouver"),
  });
});
