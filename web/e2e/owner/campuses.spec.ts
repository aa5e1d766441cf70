import { test } from "@playwright/test";
import { BookingWizard, dayFromNow, newBooker } from "../booking/booking-wizard";
import { expect, openAs } from "../support/staff-session";
import { ownProduct } from "./own-product";

/** The owner opens a fourth campus and closes it again (rule: campuses-published). */

const product = ownProduct("owner-campuses");

test("a fourth campus is on the site, is booked, and is closed again", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=campuses");
  await page.getByRole("button", { name: "Add a campus" }).click();
  const group = page.getByRole("group", { name: /^New campus|^SFU Burnaby/ });
  await group.getByLabel("Name", { exact: true }).fill("SFU Burnaby");
  await group.getByLabel("Short name").fill("SFU");
  await group.getByLabel("Address of its page").fill("book");
  await group.getByLabel("University", { exact: true }).fill("Simon Fraser University");
  await group.getByLabel("Campus, as the wizard names it").fill("Burnaby Campus");
  const where = page.getByRole("group", { name: /^Where it is/ }).last();
  await where.getByLabel("Street").fill("8888 University Drive");
  await where.getByLabel("City").fill("Burnaby");
  await where.getByLabel("Postal code").fill("V5A 1S6");
  await where.getByLabel("Latitude").fill("49.2781");
  await where.getByLabel("Longitude").fill("-122.9199");
  const residences = page.getByRole("group", { name: /^Residences/ }).last();
  await residences
    .getByLabel("From a spreadsheet")
    .fill(
      "Shell House\t8888 University Drive, Burnaby BC V5A 1S6\nTowers\t9000 University Drive, Burnaby BC V5A 1S6",
    );
  await residences.getByRole("button", { name: "Add 2 residences" }).click();
  const windows = page.getByRole("group", { name: /^Pickup windows/ }).last();
  await windows.getByRole("button", { name: "Remove window 2" }).click();
  await windows.getByLabel("From of window 1").fill("08:00");
  await windows.getByLabel("To of window 1").fill("11:00");
  await windows.getByLabel("From of window 2").fill("16:30");
  await windows.getByLabel("To of window 2").fill("20:00");
  const own = page.getByRole("group", { name: /^Its page/ }).last();
  await own.getByLabel("Headline").fill("Storage on Burnaby Mountain");
  await own.getByLabel("Words below it").fill("We come up the mountain to your door.");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByText("The site has a page at this address already.")).toBeVisible();
  await group.getByLabel("Address of its page").fill("sfu");
  await page.getByRole("button", { name: "Review and publish" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Storage on Burnaby Mountain").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: product().url })).newPage();
  await expect(async () => {
    await visitor.goto("/sfu");
    const heading = visitor.getByRole("heading", { name: "Storage on Burnaby Mountain" });
    await expect(heading).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(visitor.getByRole("contentinfo").getByText("SFU Burnaby")).toBeVisible();
  // The other process of this host follows.
  await expect(async () => {
    const sitemap = await visitor.request.get("/sitemap.xml");
    expect(await sitemap.text()).toContain("/sfu</loc>");
    await visitor.goto("/contact");
    const heading = visitor.getByRole("heading", { name: "Four campuses" });
    await expect(heading).toBeVisible({ timeout: 1_000 });
  }).toPass();

  const wizard = new BookingWizard(visitor);
  const student = newBooker();
  await wizard.openOver("/sfu");
  await wizard.chooseWho("student");
  await wizard.fillInformation(student);
  await wizard.fillPassword(student);
  await wizard.chooseSchool("Simon Fraser University", "Burnaby Campus");
  await wizard.chooseSupplies(null);
  await wizard.dialog.getByLabel("Residence").fill("shell");
  await visitor.getByRole("option", { name: /Shell House/ }).click();
  await wizard.choosePickup(dayFromNow(60), "4:30 PM - 8:00 PM");
  await wizard.chooseDelivery("Decide Later");
  await wizard.complete();
  await wizard.expectCompleteAndClosed();

  await page.reload();
  await page.getByRole("button", { name: "SFU Burnaby" }).click();
  await page.getByRole("combobox", { name: "Bookings" }).last().click();
  await page.getByRole("option", { name: "Closed to new bookings" }).click();
  await page.getByRole("button", { name: "Review and publish" }).click();
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
  await expect(async () => {
    const left = await visitor.request.get("/rest/v1/rpc/places_left?campus_id=4", {
      headers: { apikey: "anon" },
    });
    expect((await left.json()).days[0].reason).toBe("We take no new bookings at SFU Burnaby.");
  }).toPass();
});
