import { type APIRequestContext, expect, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { bookingsOf, setPlaces } from "../support/booking-rows";
import { confirmedAccount, farDay, newAddress, openSignedIn } from "../support/customer-accounts";

/** Somebody who was not signed in booked with the address of an account: its owner decides. */

test.use({ viewport: { width: 390, height: 844 } });

async function guestBooking(request: APIRequestContext, email: string): Promise<void> {
  const day = await farDay(request);
  await setPlaces(request, { campus_id: 3, date: day, time_of_day: "morning" }, 4);
  const answer = await request.post("/rest/v1/bookings", {
    headers: { apikey: "anon" },
    data: {
      campus_id: 3,
      first_name: "Some",
      last_name: "Stranger",
      email,
      pickup_date: day,
      pickup_time: "9:00 AM - 12:00 PM",
      delivery_option: "decide_later",
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test("the owner of the address says which booking is theirs, by keyboard", async ({
  page,
  request,
}) => {
  const email = newAddress("owner");
  const userId = await confirmedAccount(request, email, "Olivia Owner");
  await guestBooking(request, email);
  await guestBooking(request, email);
  await openSignedIn(page, "/customer-dashboard", email);
  await expect(page.getByText("No Booking Found")).toBeVisible();
  const rows = page.getByRole("region", { name: "Is this booking yours?" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  expect(await barriers(page, "main")).toEqual([]);

  await rows.first().getByRole("button", { name: "Not mine" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "It costs nothing." })).toBeFocused();
  await expect(rows).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(rows.getByRole("button", { name: "This is mine" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("No Booking Found")).toBeHidden();
  await expect(page.getByText("is yours now.")).toBeVisible();
  const stored = await bookingsOf(request, email);
  expect(
    stored.map((one) => [one.status, one.user_id, one.confirm_by, one.cancellation_fee_cents]),
  ).toEqual(
    expect.arrayContaining([
      ["cancelled", null, null, 0],
      ["pending", userId, null, null],
    ]),
  );
});
