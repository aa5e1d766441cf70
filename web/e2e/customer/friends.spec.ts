import { type Browser, expect, type Page, test } from "@playwright/test";
import { formatDay } from "../../lib/format/dates.ts";
import { BookingWizard, dayFromNow, newBooker } from "../booking/booking-wizard";
import { asPerson } from "../crew/labels";
import { barriers } from "../support/barriers";
import { bookingsOf } from "../support/booking-rows";
import {
  booking,
  campusDay,
  confirmedAccount,
  linkMailedTo,
  newAddress,
  openSignedIn,
  PASSWORD,
  staffChange,
  tabTo,
} from "../support/customer-accounts";
import { bundle, dollars, pricing } from "../support/prices";

/** A bundle shared by two people at two phones, and a referral kept through booking. */

const PHONE = { viewport: { width: 390, height: 844 } } as const;

test.use(PHONE);

/** Another person's phone. */
async function phone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...PHONE, ...(baseURL ? { baseURL } : {}) });
  return await context.newPage();
}

async function withoutBarriers(page: Page) {
  expect(await barriers(page)).toEqual([]);
  const [scrollWidth, clientWidth] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(scrollWidth).toBe(clientWidth);
}

test("one invites by link, a new friend signs up from it, joins, pays a share, and leaves", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const maya = newAddress("maya");
  const mayaId = await confirmedAccount(request, maya, "Maya Chen");
  const day = await campusDay(request, 47);
  const booked = await booking(request, mayaId, maya, {
    pickup_date: day,
    pickup_time: "9:00 AM - 12:00 PM",
    address: "Secret Road 12",
  });
  await openSignedIn(page, "/customer-dashboard/friends", maya);
  await expect(page.getByRole("heading", { level: 1, name: "Friends" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Medium Bundle/ })).toContainText(
    dollars(bundle("medium").monthly_cents),
  );
  await withoutBarriers(page);

  // By keyboard alone, as far as the link.
  const make = page.getByRole("button", { name: "Make an invitation link" });
  await tabTo(page, make, 30);
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: "Invitation link" });
  await expect(field).toBeVisible();
  const first = await field.inputValue();
  await page.getByRole("button", { name: "Make a new link" }).click();
  await expect(field).not.toHaveValue(first);
  const link = new URL(await field.inputValue()).pathname;

  const leo = newAddress("leo");
  const his = await phone(browser, baseURL);
  await his.goto(new URL(first).pathname);
  await expect(his.getByText("Maya has taken this link back.", { exact: false })).toBeVisible();
  await his.goto(link);
  await expect(his.getByRole("heading", { level: 1 })).toHaveText("Share Maya's storage bundle");
  await expect(his.getByRole("row", { name: /Medium Bundle/ })).toContainText(
    dollars(bundle("medium").monthly_cents / 2),
  );
  // When, at which campus and what to do, before anything is pressed; the address is not for links.
  await expect(his.getByText(formatDay(day, "long"))).toBeVisible();
  await expect(his.getByText("9:00 AM - 12:00 PM")).toBeVisible();
  await expect(his.getByText("University of British Columbia, ", { exact: false })).toBeVisible();
  await expect(his.getByText("Bring your boxes to Maya before the pickup begins.")).toBeVisible();
  await expect(his.locator("body")).not.toContainText("Secret Road");
  await withoutBarriers(his);
  await his.getByRole("link", { name: "Sign in or sign up to join" }).click();
  await his.getByRole("tab", { name: "Email" }).click();
  await his.getByRole("tab", { name: "Sign Up" }).click();
  await his.getByRole("textbox", { name: "Full Name" }).fill("Leo van Dijk");
  await his.getByRole("textbox", { name: "Email" }).fill(leo);
  await his.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await his.getByLabel("Confirm Password").fill(PASSWORD);
  await his.getByRole("button", { name: "Sign Up", exact: true }).click();
  // The confirmation mail leads back to the invitation.
  await his.goto(await linkMailedTo(request, leo));
  await his.getByRole("button", { name: "Confirm my email" }).click();
  await his.getByRole("button", { name: "Join Maya's bundle" }).dblclick();
  await expect(his.getByRole("heading", { name: "Maya C.'s bundle" })).toBeVisible();
  await expect(his.getByText("Leo D.")).toBeVisible();
  await expect(his.getByText("Shared by 2, you pay:")).toBeVisible();
  await expect(his.getByText("Secret Road 12")).toBeVisible();
  await withoutBarriers(his);
  // Without a booking of his own, My Storage shows the shared pickup.
  await his.getByRole("link", { name: "My Storage" }).click();
  await expect(his.getByRole("heading", { name: "You share Maya C.'s bundle" })).toBeVisible();
  for (const words of [formatDay(day, "long"), "9:00 AM - 12:00 PM", "Secret Road 12"])
    await expect(his.getByLabel("The pickup")).toContainText(words);
  await expect(his.getByText("No Booking Found")).toHaveCount(0);
  await withoutBarriers(his);
  await his.getByRole("link", { name: "See the bundle" }).click();
  await expect(his.getByText("Leo D.")).toBeVisible();

  await page.reload();
  await expect(page.getByText("Leo D.")).toBeVisible();
  await expect(page.getByText("6 places left")).toBeVisible();

  // Of the items in the bundle each sees their own alone, on the page and through the data service.
  const hers = await asPerson(baseURL, maya, PASSWORD);
  const guitar = { kind: "box", description: "Maya's guitar", boxed: true };
  const added = await hers.post("/rest/v1/rpc/add_item", {
    data: { ...guitar, booking_id: booked.id, item_id: crypto.randomUUID() },
  });
  expect(added.ok(), await added.text()).toBe(true);
  const ofLeo = await asPerson(baseURL, leo, PASSWORD);
  const seenBy = async (who: typeof hers) => {
    const answer = await who.get("/rest/v1/items?select=description");
    return answer.json();
  };
  expect(await seenBy(hers)).toEqual([{ description: guitar.description }]);
  expect(await seenBy(ofLeo)).toEqual([]);
  await his.goto("/customer-dashboard");
  await expect(his.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(his.getByRole("main")).not.toContainText("guitar");
  await Promise.all([hers.dispose(), ofLeo.dispose()]);
  // What was shown once is not shown again.
  await expect(field).toHaveCount(0);

  // The owner's own link refuses its owner, in words.
  await page.goto(link);
  await page.getByRole("button", { name: "Join Maya's bundle" }).click();
  await expect(page.getByRole("alert")).toContainText("This is your own invitation");
  await page.getByRole("link", { name: "To your page “Friends”" }).click();
  await page.getByRole("button", { name: "Take Leo D. out" }).click();
  const dialog = page.getByRole("dialog", { name: "Take Leo D. out?" });
  await expect(dialog).toBeVisible();
  await withoutBarriers(page);
  await dialog.getByRole("button", { name: "Take Leo D. out" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("7 places left")).toBeVisible();

  // Taken out, the same link does not let him in again; a new one does.
  await his.goto(link);
  const join = his.getByRole("button", { name: "Join Maya's bundle" });
  await join.click();
  await expect(his.getByRole("alert")).toContainText("took you out of this bundle");
  await page.getByRole("button", { name: "Make a new link" }).click();
  await expect(field).toBeVisible();
  await his.goto(new URL(await field.inputValue()).pathname);
  await join.click();
  await expect(his.getByRole("heading", { name: "Maya C.'s bundle" })).toBeVisible();
  await his.getByRole("button", { name: "Leave" }).click();
  await his.getByRole("button", { name: "Stay" }).click();
  await staffChange(request, `bookings?id=eq.${booked.id}`, { status: "picked_up" });
  await his.getByRole("button", { name: "Leave" }).click();
  await his.getByRole("button", { name: "Leave this bundle" }).click();
  await expect(his.getByRole("alert")).toContainText("The crew has counted this bundle already");
  await his.context().close();
});

test("a referral link is kept through the wizard, and its owner sees the credit", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const maya = newAddress("maya");
  await confirmedAccount(request, maya, "Maya Chen");
  await openSignedIn(page, "/customer-dashboard/friends", maya);
  await expect(page.getByText("No credit yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Book Storage Now" })).toBeVisible();
  const link = await page.getByRole("textbox", { name: "Referral link" }).inputValue();
  await withoutBarriers(page);

  const his = await phone(browser, baseURL);
  // A phone that no other run has used: one credit a friend, by whatever they are known.
  const digits = `${Date.now()}`.slice(-6);
  const booker = { ...newBooker("Leo Park"), phone: `+1 604 2${digits}` };
  const { pathname, search, searchParams } = new URL(link);
  await his.goto(pathname + search);
  const code = searchParams.get("ref");
  await expect(his.getByText(`Your booking carries a friend's referral id: ${code}`)).toBeVisible();
  // Another page in between, without the id in its address.
  const wizard = new BookingWizard(his);
  await wizard.openFromBookPage();
  await wizard.chooseWho("student");
  await wizard.fillInformation(booker);
  await wizard.fillPassword(booker);
  await wizard.chooseSchool("University of British Columbia", "Okanagan Campus");
  await wizard.chooseSupplies(null);
  await wizard.choosePickup(dayFromNow(60), "9:00 AM - 12:00 PM");
  await wizard.chooseDelivery("Decide Later");
  await wizard.complete();
  await wizard.expectCompleteAndClosed();
  await his.context().close();

  await page.reload();
  const counts = page.locator("dl dd");
  await expect(counts).toHaveText(["1", "0", "0"]);
  const [row] = await bookingsOf(request, booker.email);
  await staffChange(request, `bookings?id=eq.${row?.id}`, { status: "picked_up" });
  await page.reload();
  await expect(counts).toHaveText(["0", "1", "0"]);
  await expect(
    page.getByText(`${dollars(pricing.referral_credit_cents)} come off your next booking.`),
  ).toBeVisible();
});
