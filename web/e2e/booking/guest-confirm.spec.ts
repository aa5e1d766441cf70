import { type APIRequestContext, expect, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { bookingsOf, setPlaces } from "../support/booking-rows";
import { BookingWizard, dayFromNow, newBooker } from "./booking-wizard";

/** A guest's place waits for a press of the button that its mail leads to. */

test.use({ viewport: { width: 390, height: 844 } });

const MORNING = "9:00 AM - 12:00 PM";

async function limitedDay(request: APIRequestContext): Promise<string> {
  const day = dayFromNow(450 + Math.floor(Math.random() * 200));
  await setPlaces(request, { campus_id: 3, date: day, time_of_day: "morning" }, 4);
  return day;
}

async function guestBooking(request: APIRequestContext): Promise<string> {
  const { email } = newBooker();
  const answer = await request.post("/rest/v1/bookings", {
    headers: { apikey: "anon" },
    data: {
      campus_id: 3,
      first_name: "Maya",
      last_name: "Chen",
      email,
      pickup_date: await limitedDay(request),
      pickup_time: MORNING,
      delivery_option: "decide_later",
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return email;
}

async function linkTo(request: APIRequestContext, email: string, ending: RegExp): Promise<string> {
  let found = "";
  await expect(async () => {
    const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { links: string[] }[];
    found = mails.flatMap(({ links }) => links).find((link) => ending.test(link)) ?? "";
    expect(found).not.toBe("");
  }).toPass();
  return new URL(found).pathname + new URL(found).search;
}

const CONFIRM = /\/confirm-booking\/[^/?]+$/;
const GIVE_BACK = /\/confirm-booking\/[^/?]+\?give-back$/;

test("opening the link confirms nothing, its button does, and a second visit says so", async ({
  page,
  request,
}) => {
  const email = await guestBooking(request);
  const link = await linkTo(request, email, CONFIRM);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your booking");
  await expect(page.getByText("We hold your pickup place until")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  expect((await bookingsOf(request, email))[0]?.confirm_by).not.toBeNull();
  await page.getByRole("button", { name: "Confirm my booking" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your booking is confirmed");
  expect((await bookingsOf(request, email))[0]?.confirm_by).toBeNull();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your booking is confirmed");
});

test("the other link gives the place back, and confirming after that offers to book again", async ({
  page,
  request,
}) => {
  const email = await guestBooking(request);
  await page.goto(await linkTo(request, email, GIVE_BACK));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Give the place back?");
  await page.getByRole("button", { name: "Give the place back" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This booking is cancelled");
  const stored = (await bookingsOf(request, email))[0];
  expect([stored?.status, stored?.cancellation_fee_cents]).toEqual(["cancelled", 0]);
  await page.goto(await linkTo(request, email, CONFIRM));
  await expect(page.getByText("Given back with the link in our mail.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Book again" })).toBeVisible();
  await page.goto("/confirm-booking/nothing-like-a-token");
  await expect(page.getByText("This link does not work")).toBeVisible();
});

test("the wizard says by when to confirm", async ({ page, request }) => {
  const day = await limitedDay(request);
  const wizard = new BookingWizard(page);
  const student = newBooker();
  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await wizard.fillInformation(student);
  await wizard.fillPassword(student);
  await wizard.chooseSchool("Thompson Rivers University", "Kamloops Campus");
  await wizard.chooseSupplies(null);
  await wizard.pickDay("Pickup Date", day);
  await wizard.answer(MORNING).click();
  await wizard.continueTo("Delivery Options");
  await wizard.answer("Decide Later").click();
  await wizard.forward.click();
  await wizard.dialog.getByRole("button", { name: "Complete Booking" }).click();
  await expect(page.getByText("We hold your pickup place until then.").first()).toBeVisible();
  await expect(
    page.getByText(/open the link we sent to .* by \w+ \d+, \d{4}/).first(),
  ).toBeVisible();
});
