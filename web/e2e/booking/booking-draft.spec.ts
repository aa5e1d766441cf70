import { expect, test } from "@playwright/test";
import { BookingWizard, dayFromNow, newBooker } from "./booking-wizard";

/** Nothing typed is lost, on a phone that lies on its side; booked from the home page. */

const LYING = { width: 844, height: 390 };
test.use({ viewport: LYING });

test("what was typed outlives Back, a reload and a press on Close", async ({ page }) => {
  const wizard = new BookingWizard(page);
  const student = newBooker();
  await wizard.openOver("/");
  await wizard.chooseWho("student");
  const email = wizard.dialog.getByLabel("Email", { exact: true });
  await email.fill("maya@gmial.com");
  await wizard.dialog.getByRole("button", { name: "Did you mean maya@gmail.com?" }).click();
  await expect(email).toHaveValue("maya@gmail.com");
  await wizard.fillInformation(student);

  // Back of the browser is a step back, and closing asks first.
  await page.goBack();
  await expect(wizard.heading("Your Information")).toBeVisible();
  await expect(email).toHaveValue(student.email);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.mouse.click(8, 450);
  await expect(email).toHaveValue(student.email);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard this booking?" });
  await question.getByRole("button", { name: "Keep booking" }).click();
  await expect(question).toBeHidden();
  await expect(email).toHaveValue(student.email);
  await wizard.continueTo("Create Your Password");
  await wizard.fillPassword(student);

  await wizard.openOver("/");
  const begun = wizard.dialog.getByRole("region", { name: "Booking you started" });
  await expect(begun).toContainText(`You started a booking for ${student.first}.`);
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).toContain(student.email);
  expect(kept).not.toContain(student.password);
  await begun.getByRole("button", { name: "Continue booking" }).click();
  // The password alone is asked for again.
  await expect(begun).toBeHidden();
  await expect(wizard.heading("Who are you?")).toBeHidden();
});

test("booked from the home page: a flight is warned of, the code and the next step are said", async ({
  page,
}) => {
  const wizard = new BookingWizard(page);
  const student = newBooker();
  await wizard.openOver("/");
  await wizard.chooseWho("student");
  await wizard.fillInformation(student);
  await wizard.fillPassword(student);
  await wizard.chooseSchool("University of British Columbia", "Okanagan Campus");
  await wizard.chooseSupplies(null);

  // The calendar can be turned on such a screen, and on the smallest one.
  await wizard.dialog.getByLabel("Pickup Date").click();
  for (const size of [LYING, { width: 320, height: 360 }, LYING]) {
    await page.setViewportSize(size);
    for (const way of ["Next", "Previous"]) {
      const arrow = page.getByRole("button", { name: `Go to the ${way} Month` });
      await arrow.click();
      await expect(arrow).toBeInViewport({ ratio: 1 });
    }
  }
  await wizard.dialog.getByLabel("Pickup Date").click();
  await wizard.pickDay("Pickup Date", dayFromNow(45));
  await wizard.answer("3:00 PM - 6:00 PM").click();
  await wizard.dialog.getByRole("checkbox", { name: "I have a flight to catch" }).click();
  await wizard.answer("6:00 AM - 12:00 PM").click();
  await expect(wizard.dialog).toContainText("Your flight may leave before we come.");
  await wizard.continueTo("Delivery Options");
  await wizard.chooseDelivery("Decide Later");

  await expect(wizard.dialog).toContainText("By completing you agree to the Terms & Conditions");
  // Rule: minimum-age.
  await expect(wizard.dialog).toContainText("at least 18");
  await wizard.complete();
  await wizard.expectCompleteAndClosed();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("heading", { name: "Booking Successful!" })).toBeVisible();
  await expect(page.getByText("Your booking code is")).toBeVisible();
  await expect(page.getByLabel("Code from the mail")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to calendar" })).toBeVisible();
});

test("/dashboard says what it loads", async ({ page }) => {
  let answered: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answered = resolve;
  });
  await page.addInitScript(() => {
    const expires_at = Math.floor(Date.now() / 1000) - 60;
    localStorage.setItem(
      "sb-summerstow-auth-token",
      JSON.stringify({
        access_token: "e30.e30.e30",
        refresh_token: "held",
        token_type: "bearer",
        expires_in: 3600,
        expires_at,
        user: { id: "00000000-0000-4000-8000-000000000000", email: "maya@journey.test" },
      }),
    );
  });
  await page.route("**/auth/v1/token?grant_type=refresh_token", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/dashboard");
  await expect(page.getByText("Loading your dashboard")).toBeVisible();
  answered();
  await expect(page).toHaveURL(/\/auth$/);
});
