import { expect, test } from "@playwright/test";
import { bookingsOf } from "../support/booking-rows";
import { booking, confirmedAccount, openSignedIn, PASSWORD } from "../support/customer-accounts";
import { BookingWizard, dayFromNow, newBooker } from "./booking-wizard";

test("a signed-in customer books for the account, without a password step", async ({
  page,
  request,
  baseURL,
}) => {
  const booker = newBooker("Nora Park");
  const userId = await confirmedAccount(request, booker.email, "Nora Park");
  const signedIn = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: booker.email, password: PASSWORD },
  });
  const session = await signedIn.text();
  await page.goto(baseURL ?? "/");
  await page.evaluate((kept) => localStorage.setItem("sb-summerstow-auth-token", kept), session);

  const wizard = new BookingWizard(page);
  let signUps = 0;
  page.on("request", (sent) => {
    if (sent.url().includes("/auth/v1/signup")) signUps += 1;
  });
  for (const window of ["9:00 AM - 12:00 PM", "3:00 PM - 6:00 PM"]) {
    await wizard.openFromBookPage();
    await wizard.chooseWho("student");
    await expect(wizard.dialog.getByLabel("First Name")).toHaveValue("Nora");
    await expect(wizard.dialog.getByLabel("Last Name")).toHaveValue("Park");
    await expect(wizard.dialog.getByLabel("Email", { exact: true })).toHaveValue(booker.email);
    await wizard.dialog.getByLabel("Phone", { exact: true }).fill(booker.phone);
    await wizard.continueTo("Find Your School");
    await wizard.chooseSchool("University of British Columbia", "Okanagan Campus");
    await wizard.chooseSupplies(null);
    await wizard.choosePickup(dayFromNow(60), window);
    await wizard.chooseDelivery("Decide Later");
    await wizard.complete();
    await wizard.expectCompleteAndClosed();
  }

  expect(signUps).toBe(0);
  const rows = await bookingsOf(request, booker.email);
  expect(rows.map(({ user_id }) => user_id)).toEqual([userId, userId]);
  expect(rows.map(({ guest_email }) => guest_email)).toEqual([null, null]);
  expect(rows.map(({ status }) => status).sort()).toEqual(["cancelled", "pending"]);
});

test("the next season is booked with last time's details and new days alone", async ({
  page,
  request,
}) => {
  const booker = newBooker("Nora Park");
  const userId = await confirmedAccount(request, booker.email, "Nora Park");
  await booking(request, userId, booker.email, {
    first_name: "Nora",
    last_name: "Park",
    phone: "+16045550187",
    campus_id: 3,
    residence_type: "other",
    building_name: null,
    address: "805 Fleming Drive, Kamloops BC V2C 5M3",
    pickup_time: "12:00 PM - 3:00 PM",
    delivery_option: "same_city",
    delivery_address: "12 Elm Street, Kamloops BC V2C 5M3",
    pricing: "bundle",
    expected_items: 8,
    payer_name: "Mei Park",
    payer_email: "mei@family.example",
    status: "completed",
  });
  await openSignedIn(page, "/customer-dashboard", booker.email);
  await page.getByRole("link", { name: "Book again as last time" }).click();
  const wizard = new BookingWizard(page);
  await expect(wizard.heading("Schedule Pickup")).toBeVisible();
  await expect(wizard.answer("12:00 PM - 3:00 PM")).toBeChecked();
  await wizard.pickDay("Pickup Date", dayFromNow(60));
  await wizard.continueTo("Delivery Options");
  await expect(wizard.dialog.getByLabel("Full Delivery Address")).toHaveValue(/^12 Elm Street/);
  await wizard.pickDay("Delivery Date", dayFromNow(90));
  await wizard.continueTo("Review Your Booking");
  await expect(wizard.summary("Pickup place")).toHaveText(/805 Fleming Drive, Kamloops/);
  await wizard.complete();
  await wizard.expectCompleteAndClosed();
  const rows = await bookingsOf(request, booker.email);
  expect(rows).toHaveLength(2);
  const next = rows.find(({ status }) => status !== "completed");
  expect(next).toMatchObject({
    user_id: userId,
    phone: "+16045550187",
    campus_id: 3,
    address: "805 Fleming Drive, Kamloops BC V2C 5M3",
    pickup_date: dayFromNow(60),
    delivery_address: "12 Elm Street, Kamloops BC V2C 5M3",
    expected_items: 8,
    payer_email: "mei@family.example",
  });
});
