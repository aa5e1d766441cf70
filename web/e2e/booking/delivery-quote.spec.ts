import { expect, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
  staffChange,
} from "../support/customer-accounts";
import { inboxRows } from "../support/inbox";
import { dollars, taxed, terms } from "../support/prices";
import { openAs } from "../support/staff-session";

/** A delivery to another city: asked on a phone, priced by staff, accepted for what was shown. */

test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 30_000 });

test("asked, priced, priced anew, accepted once for the amount on the button, taken back", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const email = newAddress("quote");
  const userId = await confirmedAccount(request, email, "Maya Chen");
  const made = await booking(request, userId, email, {
    pickup_date: await campusDay(request, 30),
  });
  await staffChange(request, `bookings?id=eq.${made.id}`, { status: "confirmed" });
  const street = `${Date.now()} Elbow Drive, Calgary`;

  await openSignedIn(page, "/customer-dashboard", email);
  await page
    .getByRole("navigation", { name: "This booking" })
    .getByRole("button", { name: "Book Delivery" })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Different City/ }).click();
  await dialog.getByLabel("Full Delivery Address").fill(street);
  // Outside the free days: the quote has the day in it.
  await dialog.locator('[data-day$="-09-04"] button').first().click();
  await expect(dialog).toContainText("Nothing is charged before you accept it.");
  await dialog.getByRole("button", { name: "Ask for a quote" }).click();
  const dates = page.getByRole("region", { name: "Your dates" });
  await expect(dates).toContainText("Waiting for our quote");

  // Staff find who waits, and send a price.
  const staff = await openAs(browser, baseURL, "admin");
  await staff.goto("/admin-dashboard?tab=needs-person&kind=quote");
  await inboxRows(staff, street)
    .getByRole("link", { name: /^Open / })
    .click();
  const form = staff.getByRole("region", { name: "Delivery quote" });
  await expect(form).toContainText(street);
  await form.getByRole("button", { name: "Send quote" }).click();
  await expect(form.getByRole("alert")).toContainText("Please give an amount");
  await form.getByLabel("Price in dollars").fill("180");
  await form.getByLabel("Words to the customer").fill("By road, with our own van.");
  await form.getByRole("button", { name: "Send quote" }).dblclick();
  await expect(form).toContainText("Sent, not answered");
  expect(await barriers(staff, '[role="dialog"]')).toEqual([]);

  // The customer sees it, and another price since is said before anything is charged.
  await page.reload();
  await expect(dates).toContainText("Our quote: $180");
  await expect(dates).toContainText("By road, with our own van.");
  expect(await barriers(page, "main")).toEqual([]);
  await form.getByLabel("Price in dollars").fill("210");
  await form.getByRole("button", { name: "Send new price" }).click();
  await expect(form).toContainText("$210");
  await dates.getByRole("button", { name: "Accept for $180" }).click();
  await expect(page.getByText("it is $210 now")).toBeVisible();
  await dates.getByRole("button", { name: "Accept for $210" }).dblclick();
  await expect(dates).toContainText("Quote accepted: $210");
  await page.goto("/customer-dashboard/payments");
  await expect(page.getByText("Delivery to another city").first()).toBeVisible();
  await expect(page.getByText("$210").first()).toBeVisible();

  // Taken back by staff, with the reason; then it is owed no more and can be asked again.
  await staff.reload();
  await expect(form).toContainText("Accepted");
  await form.getByRole("button", { name: "Withdraw this quote" }).click();
  await form.getByLabel("Why it is withdrawn").fill("No van that week");
  await form.getByRole("button", { name: "Withdraw quote" }).click();
  await expect(form).toContainText("No van that week");

  // A fee of the terms that shows on the day: its total is on the button before it is charged.
  const fees = staff.getByRole("group", { name: "Actions" });
  await fees.getByRole("button", { name: "Charge a fee" }).click();
  await fees.getByLabel("Miles from campus").fill("2");
  await expect(fees).toContainText("Within 3 miles of campus it is free.");
  await fees.getByLabel("Miles from campus").fill("20");
  await fees.getByRole("textbox", { name: "Why" }).fill("Out by the lake");
  await fees
    .getByRole("button", {
      name: `Charge ${dollars(taxed(20 * terms.outside_radius.cents_per_mile))}`,
    })
    .dblclick();
  await expect(staff.getByText("Fee Charged")).toHaveCount(1);
  await page.reload();
  await expect(page.getByText("Out by the lake").first()).toBeVisible();

  await page.goto("/customer-dashboard");
  await expect(dates).toContainText("We took our quote back: No van that week");
  await dates.getByRole("button", { name: "Ask for a new quote" }).click();
  await expect(dates).toContainText("Waiting for our quote");
  await staff.context().close();
});
