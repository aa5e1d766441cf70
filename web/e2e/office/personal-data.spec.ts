import { readFile } from "node:fs/promises";
import { test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { booking, campusDay, confirmedAccount, newAddress } from "../support/customer-accounts";
import { expect, openAs } from "../support/staff-session";

/** An executive answers who asks for their data, and then for its erasure (rule: own-data). */
test("an executive hands out a person's data and erases them", async ({
  browser,
  baseURL,
  request,
}) => {
  const email = newAddress("forget");
  const userId = await confirmedAccount(request, email, "Ines Vale");
  await booking(request, userId, email, {
    first_name: "Ines",
    last_name: "Vale",
    pickup_date: await campusDay(request, 60),
  });
  const page = await openAs(browser, baseURL, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=personal-data");
  const address = page.getByLabel("Email address");
  const check = page.getByLabel("How you checked who they are");
  await page.getByRole("button", { name: "Download JSON" }).click();
  await expect(page.getByText("Enter the person's email address")).toBeVisible();
  await expect(address).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await address.fill("no-such-person@example.com");
  await check.fill("Called back at the number of the booking.");
  await page.getByRole("button", { name: "Erase this person" }).click();
  await expect(page.getByRole("alert")).toContainText("Nothing is known of");

  await address.fill(email);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download JSON" }).click();
  const data = await readFile(await (await download).path(), "utf8");
  expect(data).toContain("Ines");
  const pictures = process.env.PICTURES;
  if (pictures) await page.screenshot({ path: `${pictures}/personal-data.png` });

  await page.getByRole("button", { name: "Erase this person" }).click();
  const dialog = page.getByRole("dialog", { name: `Erase ${email}?` });
  await expect(dialog).toContainText("Cancelled with it:");
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Erase for good" }).click();
  await expect(dialog.getByText("Type the address once more")).toBeVisible();
  await dialog.getByLabel("The address once more").fill(email);
  if (pictures) await page.screenshot({ path: `${pictures}/personal-data-erase.png` });
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Erase for good" }).click();
  await expect(dialog.getByRole("alert")).toContainText("We can't reach the server");
  await page.context().setOffline(false);
  await dialog.getByRole("button", { name: "Erase for good" }).click();
  await expect(page.getByText("The person is erased")).toBeVisible();
  await address.fill(email);
  await check.fill("Called back at the number of the booking.");
  await page.getByRole("button", { name: "Erase this person" }).click();
  await expect(page.getByRole("alert")).toContainText("Nothing is known of");
});
