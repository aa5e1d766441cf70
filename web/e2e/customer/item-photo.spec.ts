import { type Page, test } from "@playwright/test";
import sharp from "sharp";
import { barriers } from "../support/barriers";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
} from "../support/customer-accounts";
import { closeByEscape } from "../support/escape";
import { openItem } from "../support/inbox";
import { asService, expect, openAs } from "../support/staff-session";

/** A photo of an item and a rival's quote as a file, from a phone to the staff who need them. */

const PHONE = { width: 390, height: 844 };
const PDF = Buffer.from("%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n");

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

/** A photo as a phone takes it, with the place in it. */
function photo(background: string): Promise<Buffer> {
  return sharp({ create: { width: 3000, height: 2000, channels: 3, background } })
    .withExif({ IFD0: { Make: "Quillaphone" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "49/1" } })
    .jpeg()
    .toBuffer();
}

const jpeg = async (background: string) => ({
  name: "IMG_0001.jpg",
  mimeType: "image/jpeg",
  buffer: await photo(background),
});

async function noBarrier(page: Page) {
  expect(await barriers(page, '[role="dialog"]')).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, "the page scrolls sideways").toBeLessThanOrEqual(PHONE.width);
}

test("a photo is shown, sent once without its place, replaced, taken off; the office sees it", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const email = newAddress("photo");
  const userId = await confirmedAccount(request, email, "Maya Chen");
  await booking(request, userId, email, {
    pickup_date: await campusDay(request, 40),
    pickup_time: "9:00 AM - 12:00 PM",
  });
  await openSignedIn(page, "/customer-dashboard", email);
  const bar = page.getByRole("navigation", { name: "This booking" });
  await bar.getByRole("button", { name: "Add Items" }).click();
  const items = page.getByRole("dialog", { name: "Add Items" });
  await items.getByRole("button", { name: "Add an item" }).click();
  await items.getByLabel("What is it?").fill("Bike helmet");
  await expect(items.getByRole("button", { name: "Take a photo" })).toBeVisible();
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent("filechooser");
    await items.getByRole("button", { name: /^Choose a/ }).click();
    await (await chooser).setFiles(file);
  };
  await choose({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<svg></svg>") });
  await expect(items.getByRole("alert")).toContainText("cannot be read as a picture");
  await choose(await jpeg("#0a7"));
  await expect(items.getByAltText("What was chosen")).toBeVisible();
  await expect(items.getByRole("alert")).toHaveCount(0);
  await noBarrier(page);

  // The answer to the first upload is lost: pressing again keeps no second one.
  const sent: Buffer[] = [];
  await page.route("**/files?*", async (route) => {
    sent.push(route.request().postDataBuffer() ?? Buffer.of());
    if (sent.length > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await items.getByRole("button", { name: "Add item" }).click();
  await expect(items.getByRole("alert")).toContainText("We can't reach the server");
  await items.getByRole("button", { name: "Add item" }).click();
  const shown = items.getByRole("button", { name: "Photo of Bike helmet, show it large" });
  await shown.click();
  const large = page.getByRole("dialog", { name: "Photo of Bike helmet" });
  const image = large.getByRole("img", { name: "Photo of Bike helmet" });
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]))
    .toEqual([1600, 1067]);
  await noBarrier(page);
  await closeByEscape(large);
  expect(sent).toHaveLength(2);
  for (const body of sent) expect(body.includes("Quillaphone")).toBe(false);

  // The office opens the customer and sees the same photo.
  const office = await openAs(browser, baseURL, "admin");
  await office.goto(`/admin-dashboard?tab=customers&customer=${userId}`);
  await office.getByRole("button", { name: "Photo of Bike helmet, show it large" }).click();
  await expect(office.getByRole("img", { name: "Photo of Bike helmet" })).toBeVisible();
  await office.context().close();

  const service = await asService(baseURL);
  const stored = async () => {
    const answer = await service.get(
      `/rest/v1/items?select=picture_id,bookings!inner(user_id)&bookings.user_id=eq.${userId}`,
    );
    return ((await answer.json()) as { picture_id: string | null }[]).map((one) => one.picture_id);
  };
  const [first] = await stored();
  await items.getByRole("button", { name: "Change Bike helmet" }).click();
  await choose(await jpeg("#a07"));
  await items.getByRole("button", { name: "Save item" }).click();
  await expect(shown).toBeVisible();
  const [second] = await stored();
  expect(second).not.toBe(first);
  await items.getByRole("button", { name: "Change Bike helmet" }).click();
  await items.getByRole("button", { name: "Remove the photo" }).click();
  await items.getByRole("button", { name: "Save item" }).click();
  await expect(items.getByRole("button", { name: "Change Bike helmet" })).toBeVisible();
  await expect(shown).toHaveCount(0);
  expect(await stored()).toEqual([null]);
});

test("a rival's quote as a PDF file, in place of words", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const email = newAddress("rival");
  const userId = await confirmedAccount(request, email, "Noor Quote");
  await booking(request, userId, email, {});
  await openSignedIn(page, "/customer-dashboard", email);
  await page.getByRole("link", { name: "Payment & Plans" }).click();
  await page.getByRole("button", { name: "Show us a quote" }).click();
  const ask = page.getByRole("dialog", { name: "Show us a quote" });
  const rival = `Barn ${Date.now()}`;
  await ask.getByLabel("Company").fill(rival);
  await ask.getByLabel("Their price").fill("200");
  await ask.getByRole("button", { name: "Send quote" }).click();
  await expect(ask.getByRole("alert")).toContainText("paste or attach");
  const chooser = page.waitForEvent("filechooser");
  await ask.getByRole("button", { name: "Choose a picture or PDF" }).click();
  await (await chooser).setFiles({ name: "quote.pdf", mimeType: "application/pdf", buffer: PDF });
  await expect(ask.getByText("quote.pdf")).toBeVisible();
  await noBarrier(page);
  await ask.getByRole("button", { name: "Send quote" }).click();
  await expect(page.getByText("We are looking at your quote.")).toBeVisible();

  const office = await openAs(browser, baseURL, "admin");
  const item = await openItem(office, "price_match", rival);
  const coming = office.waitForEvent("download");
  await item.getByRole("link", { name: "Download the quote" }).click();
  expect((await coming).suggestedFilename()).toBe(`Quote of ${rival}.pdf`);
  await office.context().close();
});
