import { expect, test } from "@playwright/test";
import { bookingsOf, setPlaces } from "../support/booking-rows";
import { BookingWizard, dayFromNow, newBooker } from "./booking-wizard";

const PHONE = { width: 390, height: 844 };

test("a full window keeps everything typed and leads to another one", async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  const wizard = new BookingWizard(page);
  const student = newBooker("Tom Baker");
  const day = dayFromNow(100 + Math.floor(Math.random() * 200));
  await setPlaces(request, { campus_id: 3, date: day, time_of_day: "morning" }, 0);
  await setPlaces(request, { campus_id: 3, date: day, time_of_day: "afternoon" }, 2);

  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await wizard.fillInformation(student);
  await wizard.fillPassword(student);
  await wizard.chooseSchool("Thompson Rivers University", "Kamloops Campus");
  await wizard.chooseSupplies(null);
  await wizard.choosePickup(day, "9:00 AM - 12:00 PM");
  await wizard.chooseDelivery("Decide Later");
  await wizard.complete();

  const alert = wizard.dialog.getByRole("alert");
  await expect(alert).toContainText("Booking failed: The pickup window");
  // Who works by keyboard goes on from here, and whoever looks has it in view.
  await expect(alert).toBeFocused();
  await expect(alert).toBeInViewport();
  await expect(alert).toContainText("9:00 AM - 12:00 PM is full");
  await expect(alert).toContainText("12:00 PM - 3:00 PM");
  await expect(page.locator("[data-sonner-toast]")).toContainText("Booking Failed");
  expect(await bookingsOf(request, student.email)).toEqual([]);
  await expect(wizard.summary("Name")).toHaveText("Tom Baker");

  const signUps: string[] = [];
  page.on("request", (sent) => sent.url().includes("/auth/v1/signup") && signUps.push(sent.url()));
  await alert.getByRole("button", { name: "Change pickup time" }).click();
  await expect(wizard.heading("Schedule Pickup")).toBeVisible();
  await wizard.answer("12:00 PM - 3:00 PM").click();
  await wizard.continueTo("Review Your Booking");
  await wizard.complete();
  await wizard.expectCompleteAndClosed();

  expect(signUps).toEqual([]);
  const rows = await bookingsOf(request, student.email);
  expect(rows.map(({ pickup_time }) => pickup_time)).toEqual(["12:00 PM - 3:00 PM"]);
});

test("a calendar that does not come is asked for again, where one is", async ({ page }) => {
  await page.route("**/assets/calendar-*.js", (route) => route.abort());
  const wizard = new BookingWizard(page);
  const student = newBooker("Noor Haddad");
  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await wizard.fillInformation(student);
  await wizard.fillPassword(student);
  await wizard.chooseSchool("Thompson Rivers University", "Kamloops Campus");
  await wizard.chooseSupplies(null);
  await wizard.dialog.getByText("Pick a date").click();
  const calendar = page.getByRole("dialog", { name: "Calendar" });
  await expect(calendar.getByRole("alert")).toContainText("The calendar could not be loaded.");
  await page.unroute("**/assets/calendar-*.js");
  await calendar.getByRole("button", { name: "Try again" }).click();
  await expect(calendar.getByRole("grid")).toBeVisible();
});

test("an answer that was lost is asked for again without booking twice", async ({
  page,
  request,
}) => {
  const wizard = new BookingWizard(page);
  const student = newBooker("Ida Novak");
  const keys: (string | undefined)[] = [];
  let signUps = 0;
  await page.route("**/auth/v1/signup*", async (route) => {
    signUps += 1;
    await route.continue();
  });
  await page.route("**/rest/v1/bookings*", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    // The server has booked, but nobody hears of it.
    await route.fetch();
    await route.abort("connectionreset");
  });

  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await wizard.fillInformation(student);
  await wizard.fillPassword(student);
  await wizard.chooseSchool("University of British Columbia", "Okanagan Campus");
  await wizard.chooseSupplies(null);
  await wizard.choosePickup(dayFromNow(700), "3:00 PM - 6:00 PM");
  await wizard.chooseDelivery("Decide Later");
  await wizard.complete();
  await expect(wizard.dialog.getByRole("alert")).toContainText("We can't reach the server.");
  await wizard.complete();
  await wizard.expectCompleteAndClosed();

  expect(signUps).toBe(1);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
  expect(await bookingsOf(request, student.email)).toHaveLength(1);
});
