import { expect, type Page, type Request, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { bookingsOf, mailTo } from "../support/booking-rows";
import { confirmedAccount, newAddress, signIn } from "../support/customer-accounts";
import { BookingWizard, dayFromNow, newBooker } from "./booking-wizard";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const UBC = "University of British Columbia";

/** These requests, in the order in which they went out. */
function record(page: Page): { what: string; request: Request }[] {
  const sent: { what: string; request: Request }[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== "POST") return;
    if (path === "/auth/v1/signup" || path === "/rest/v1/bookings")
      sent.push({ what: path, request });
  });
  return sent;
}

for (const size of [DESKTOP, PHONE]) {
  test(`a student books with supplies, a flight and a delivery (${size.width} px)`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(size);
    const wizard = new BookingWizard(page);
    const student = newBooker();
    const days = { kit: dayFromNow(30), pickup: dayFromNow(40), back: dayFromNow(160) };
    const sent = record(page);

    await wizard.openFromBookPage();
    await wizard.chooseWho("student");
    await wizard.fillInformation(student);
    await expect(wizard.dialog.getByText(student.email)).toBeVisible();
    await wizard.fillPassword(student);
    await wizard.chooseSchool(UBC, "Vancouver Campus");
    await wizard.chooseSupplies(days.kit);
    await wizard.choosePickup(days.pickup, "12:00 PM - 3:00 PM", "Evening (6:00 PM - 11:00 PM)");
    await wizard.chooseDelivery("Same City", days.back, "12 Elm Street, Vancouver BC V6T 1Z4");

    await expect(wizard.summary("Name")).toHaveText("Maya Chen");
    await expect(wizard.summary("Email")).toHaveText(student.email);
    await expect(wizard.summary("Phone")).toHaveText(student.phone);
    await expect(wizard.summary("University")).toHaveText(UBC);
    await expect(wizard.summary("Campus")).toHaveText("Vancouver Campus");
    await expect(wizard.summary("Campus ID")).toHaveText("1");
    await expect(wizard.summary("Pickup Time")).toHaveText("12:00 PM - 3:00 PM");

    const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Booking Complete!" });
    await Promise.all([
      wizard.complete(),
      wizard.dialog.getByRole("button", { name: "Completing Booking..." }).waitFor(),
      toast.waitFor(),
      wizard.expectCompleteAndClosed(),
    ]);
    await expect(page.getByRole("heading", { name: "Booking Successful!" })).toBeVisible();

    expect(sent.map(({ what }) => what)).toEqual(["/auth/v1/signup", "/rest/v1/bookings"]);
    const [account, booking] = sent;
    // By the browser's own clock: word of a request comes here late when the machine is busy.
    const [first = 0, second = 0] = [account, booking].map(
      (one) => one?.request.timing().startTime,
    );
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    const rows = await bookingsOf(request, student.email);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      campus_id: 1,
      first_name: "Maya",
      last_name: "Chen",
      phone: "+16045550187",
      supply_kit_delivery_date: days.kit,
      pickup_date: days.pickup,
      pickup_time: "12:00 PM - 3:00 PM",
      has_flight: true,
      flight_time: "evening",
      delivery_option: "same_city",
      return_delivery_date: days.back,
      delivery_address: "12 Elm Street, Vancouver BC V6T 1Z4",
      status: "pending",
      how_heard: "website",
    });
    await expect.poll(() => mailTo(request, student.email)).not.toEqual([]);
  });
}

test("a parent books on a phone with own boxes, deciding on the delivery later", async ({
  page,
  request,
}) => {
  await page.setViewportSize(PHONE);
  const wizard = new BookingWizard(page);
  const parent = newBooker("Ruth Okafor");
  await wizard.openFromBookPage();
  await wizard.chooseWho("parent");
  // The driver asks for the student, and rings the student.
  await wizard.dialog.getByLabel("Student's Name").fill("Ada Okafor");
  await wizard.dialog.getByLabel("Student's Phone").fill("250 555 0163");
  await wizard.fillInformation(parent);
  await wizard.fillPassword(parent);
  await wizard.chooseSchool("Thompson Rivers University", "Kamloops Campus");
  await wizard.chooseSupplies(null);
  await wizard.pickDay("Pickup Date", dayFromNow(45));
  await wizard.answer("9:00 AM - 12:00 PM").click();
  await wizard.answer("Another address").click();
  await wizard.dialog.getByLabel("Pickup Address").fill("805 Fleming Drive");
  await expect(wizard.forward).toBeDisabled();
  await wizard.dialog.getByLabel("Postal Code").fill("v2c5m3");
  await expect(wizard.dialog.getByText(/^V2C, .* miles? from TRU Kamloops/)).toBeVisible();
  await wizard.continueTo("Delivery Options");
  await wizard.chooseDelivery("Decide Later");
  await wizard.complete();
  await wizard.expectCompleteAndClosed();

  const rows = await bookingsOf(request, parent.email);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    campus_id: 3,
    booked_by: "parent",
    phone: "+16045550187",
    contact_name: "Ada Okafor",
    contact_phone: "+12505550163",
    residence_type: "other",
    address: "805 Fleming Drive, Kamloops BC V2C 5M3",
    supply_kit_delivery_date: null,
    has_flight: false,
    flight_time: null,
    delivery_option: "decide_later",
    return_delivery_date: null,
    delivery_address: null,
  });
});

test("the wizard keeps answers on the way back and forgets them when it is closed", async ({
  page,
}) => {
  const wizard = new BookingWizard(page);
  const student = newBooker();
  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await wizard.forward.click();
  await expect(wizard.dialog.getByLabel("First Name")).toHaveAccessibleDescription(
    "First name is required",
  );
  await wizard.fillInformation(student);

  const password = wizard.dialog.getByLabel("Password", { exact: true });
  const again = wizard.dialog.getByLabel("Confirm Password");
  await expect(wizard.forward).toHaveText("Create Account & Complete Booking");
  for (const [first, second, message] of [
    ["", "", "Please fill in all fields"],
    ["abc", "abd", "Passwords do not match"],
    ["abc", "abc", "Password must be at least 6 characters"],
  ] as const) {
    await password.fill(first);
    await again.fill(second);
    await wizard.forward.click();
    await expect(wizard.dialog.getByRole("alert")).toHaveText([message]);
  }
  await wizard.dialog.getByRole("button", { name: "Show password" }).first().click();
  await expect(password).toHaveAttribute("type", "text");
  await wizard.fillPassword(student);

  await expect(wizard.forward).toBeDisabled();
  await expect(wizard.answer("Okanagan Campus")).toHaveCount(0);
  await wizard.answer(UBC).click();
  await expect(wizard.forward).toBeDisabled();
  await wizard.chooseSchool(UBC, "Okanagan Campus");
  await expect(wizard.forward).toBeDisabled();
  await wizard.answer("Yes, deliver supplies").click();
  await expect(wizard.forward).toBeDisabled();
  await wizard.chooseSupplies(null);

  for (const title of ["Supply Kit Delivery", "Find Your School", "Create Your Password"]) {
    await wizard.back.click();
    await expect(wizard.heading(title)).toBeVisible();
  }
  await wizard.back.click();
  await expect(wizard.dialog.getByLabel("Email", { exact: true })).toHaveValue(student.email);

  await wizard.discard();
  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await expect(wizard.dialog.getByLabel("Email", { exact: true })).toHaveValue("");
});

test("'Book Now' opens the wizard on the home page; 'Sign in here' leads to /auth", async ({
  page,
}) => {
  const wizard = new BookingWizard(page);
  await wizard.openOver("/");
  await wizard.dialog.getByRole("link", { name: "Sign in here" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(wizard.dialog).toBeHidden();
});

test("who signs in from the wizard is back in it, on the page where it was opened", async ({
  page,
  request,
}) => {
  const email = newAddress("returns");
  await confirmedAccount(request, email, "Maya Chen");
  const wizard = new BookingWizard(page);
  await page.setViewportSize(DESKTOP);
  await wizard.openFromBookPage();
  await wizard.dialog.getByRole("link", { name: "Sign in here" }).click();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/book$/);
  await wizard.chooseWho("student");
  await expect(wizard.dialog.getByLabel("Email", { exact: true })).toHaveValue(email);
});

test("a long way to the delivery address is said without squeezing its step", async ({ page }) => {
  const wizard = new BookingWizard(page);
  await page.setViewportSize(DESKTOP);
  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await wizard.fillInformation(newBooker());
  await wizard.fillPassword(newBooker());
  await wizard.chooseSchool(UBC, "Vancouver Campus");
  await wizard.chooseSupplies(null);
  await wizard.choosePickup(dayFromNow(40), "9:00 AM - 12:00 PM");
  await wizard.answer("Same City").click();
  const address = wizard.dialog.getByLabel("Full Delivery Address");
  const width = async () => (await address.boundingBox())?.width;
  const before = await width();
  await address.fill("1200-1055 West Georgia Street, Vancouver BC V6E 3P3");
  await expect(wizard.dialog.getByText(/^V6E, .* outside our 3 mile radius/)).toBeVisible();
  expect(await width()).toBe(before);
});

test("the longest addresses stay inside the password's step on a small phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const wizard = new BookingWizard(page);
  const student = newBooker();
  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await wizard.fillInformation({ ...student, email: `${"w".repeat(60)}.${student.email}` });
  const wide = await wizard.dialog.evaluate((dialog) =>
    [dialog, ...dialog.querySelectorAll("*")]
      .filter((one) => one.getClientRects().length > 0 && getComputedStyle(one).clip === "auto")
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect(wide).toEqual([]);
});

test("no step bars anybody's way (axe)", async ({ page }) => {
  const wizard = new BookingWizard(page);
  const student = newBooker();
  const check = async () => {
    expect(await barriers(page, "[role=dialog]")).toEqual([]);
  };
  await wizard.openFromBookPage();
  await check();
  await wizard.chooseWho("student");
  await wizard.forward.click();
  await check();
  await wizard.fillInformation(student);
  await check();
  await wizard.fillPassword(student);
  await wizard.answer(UBC).click();
  await check();
  await wizard.chooseSchool(UBC, "Vancouver Campus");
  await wizard.answer("Yes, deliver supplies").click();
  await check();
  await wizard.chooseSupplies(dayFromNow(1));
  await wizard.dialog.getByLabel("Residence").click();
  await check();
  await wizard.choosePickup(dayFromNow(1), "3:00 PM - 6:00 PM", "Morning");
  await wizard.answer("Different City").click();
  await check();
  await wizard.chooseDelivery("Decide Later");
  await check();
});
