import { expect, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
} from "../support/customer-accounts";
import { asService } from "../support/staff-session";

test.use({ viewport: { width: 390, height: 844 } });

test("somebody who will be there says so in My Storage, and a move takes it back", async ({
  page,
  request,
  baseURL,
}) => {
  const email = newAddress("there");
  const userId = await confirmedAccount(request, email, "Ines Roy");
  const { id } = await booking(request, userId, email, {
    first_name: "Ines",
    pickup_date: await campusDay(request, 2),
  });
  await openSignedIn(page, "/customer-dashboard", email);
  const there = page.getByRole("button", { name: "I'll be there" });
  await there.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("You said you will be there.")).toBeVisible();
  await expect(there).toBeHidden();
  await page.reload();
  await expect(page.getByText("You said you will be there.")).toBeVisible();
  expect(await barriers(page, "main")).toEqual([]);

  const office = await asService(baseURL);
  const moved = await office.patch(`/rest/v1/bookings?id=eq.${id}`, {
    data: { pickup_date: await campusDay(request, 1) },
  });
  expect(moved.ok(), await moved.text()).toBe(true);
  await page.reload();
  await expect(there).toBeVisible();
});
