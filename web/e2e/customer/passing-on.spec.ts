import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { BookingWizard, dayFromNow, newBooker } from "../booking/booking-wizard";
import { bookingsOf } from "../support/booking-rows";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  signIn,
} from "../support/customer-accounts";

/** What one hands on: a friend's link by sheet, clipboard or camera, and a pickup to a calendar. */

test.use({ viewport: { width: 390, height: 844 } });

/** What a friend's camera reads from the screen. */
async function scanned(page: Page, picture: string): Promise<string[]> {
  const wasm = path.resolve("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer },
    fireImmediately: true,
  });
  const screen = await page.getByRole("img", { name: picture }).screenshot();
  const read = await readBarcodes(new Uint8Array(screen), { formats: ["QRCode"] });
  return read.map(({ text }) => text);
}

test("an invitation and a referral go by the device's sheet, the clipboard and a camera", async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(globalThis, { shared });
    navigator.share = async (what) => {
      if (shared.push(what ?? {}) === 2) throw new DOMException("closed", "AbortError");
    };
  });
  const email = newAddress("passes-on");
  const id = await confirmedAccount(request, email, "Maya Chen");
  await booking(request, id, email, { pickup_date: await campusDay(request, 40) });
  await page.goto("/customer-dashboard/friends");
  await signIn(page, email);
  await page.getByRole("button", { name: "Make an invitation link" }).click();

  for (const label of ["Invitation link", "Referral link"]) {
    const link = await page.getByRole("textbox", { name: label }).inputValue();
    expect(link).toMatch(/^http/);
    const of = label.toLowerCase();

    const qr = page.getByRole("button", { name: `QR code of the ${of}` });
    await qr.click();
    await expect(qr).toHaveAttribute("aria-expanded", "true");
    await expect
      .poll(() => scanned(page, `QR code of the ${of}, for a friend's camera`))
      .toEqual([link]);
    await qr.click();
    await expect(page.getByRole("img", { name: `QR code of the ${of}` })).toBeHidden();

    await page.getByRole("button", { name: `Copy the ${of}` }).click();
    await expect(page.getByText(`${label} copied`)).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    await page.getByRole("button", { name: `Share the ${of}` }).click();
    const sent = () =>
      page.evaluate(() => (globalThis as unknown as { shared: ShareData[] }).shared.at(-1));
    await expect.poll(async () => (await sent())?.url).toBe(link);
  }
  // The second sheet was closed again, which is no failure.
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
});

test("a pickup just booked goes into the phone's calendar", async ({ page, request }) => {
  const wizard = new BookingWizard(page);
  const student = newBooker();
  const day = dayFromNow(60);
  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await wizard.fillInformation(student);
  await wizard.fillPassword(student);
  await wizard.chooseSchool("University of British Columbia", "Okanagan Campus");
  await wizard.chooseSupplies(null);
  await wizard.choosePickup(day, "9:00 AM - 12:00 PM");
  await wizard.chooseDelivery("Decide Later");
  await wizard.complete();
  await wizard.expectCompleteAndClosed();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Add to calendar" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("pickup.ics");
  const entry = readFileSync(await file.path(), "utf8");
  const [row] = await bookingsOf(request, student.email);
  // Nine in the morning on campus is four in the afternoon by UTC, in winter too.
  expect(entry).toContain(`DTSTART:${day.replaceAll("-", "")}T160000Z\r\n`);
  expect(entry.replaceAll("\r\n ", "")).toContain(`UID:pickup-${row?.id}@`);
  expect(entry).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
});
