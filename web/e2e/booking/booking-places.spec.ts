import { expect, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { bookingsOf, setPlaces } from "../support/booking-rows";
import { BookingWizard, dayFromNow, newBooker } from "./booking-wizard";

/** Capacity that is true: places are shown, one is kept, a full window leads to others. */

test.use({ viewport: { width: 390, height: 844 } });

const MORNING = "9:00 AM - 12:00 PM";
const AFTERNOON = "12:00 PM - 3:00 PM";

test("the last place is kept while the form is filled in, given back, and then booked", async ({
  page,
  browser,
  request,
}) => {
  const day = dayFromNow(300 + Math.floor(Math.random() * 150));
  const window = { campus_id: 3, date: day };
  await setPlaces(request, { ...window, time_of_day: "morning" }, 1);
  await setPlaces(request, { ...window, time_of_day: "afternoon" }, 2);
  const wizard = new BookingWizard(page);
  const student = newBooker();
  const toPickup = async (one: BookingWizard, who = student) => {
    await one.openFromBookPage();
    await one.chooseWho("student");
    await one.fillInformation(who);
    await one.fillPassword(who);
    await one.chooseSchool("Thompson Rivers University", "Kamloops Campus");
    await one.chooseSupplies(null);
    await one.pickDay("Pickup Date", day);
  };
  await toPickup(wizard);
  await expect(wizard.answer(MORNING)).toContainText("1 place left");
  await wizard.answer(MORNING).click();
  await expect(wizard.dialog.getByText("We keep this place for you for 10 minutes")).toBeVisible();
  await expect(wizard.answer(MORNING)).toContainText("A place is kept for you");

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visitor = new BookingWizard(await other.newPage());
  await toPickup(visitor, newBooker("Tom Baker"));
  await expect(visitor.answer(MORNING)).toContainText("Full at the moment");
  await visitor.answer(MORNING).click();
  const full = visitor.dialog.getByRole("alert");
  await full.getByRole("button", { name: "Or tell me when a place here is free" }).click();
  await expect(full).toContainText("You are number 1 on the list.");
  expect(await barriers(visitor.page, "[role=dialog]")).toEqual([]);
  await full.getByRole("list", { name: "Free instead" }).getByRole("button").first().click();
  await expect(visitor.answer(AFTERNOON)).toBeChecked();
  await other.close();

  // Closing gives the place back, and so does leaving the page; the next run has it again.
  let released = page.waitForResponse("**/rpc/release_place");
  const runAgain = async () => {
    await toPickup(wizard);
    await expect(wizard.answer(MORNING)).toContainText("1 place left");
    await wizard.answer(MORNING).click();
    await expect(wizard.answer(MORNING)).toContainText("A place is kept for you");
  };
  await wizard.discard();
  await released;
  await runAgain();
  // A page that a browser puts aside and shows again as it was.
  const told = (type: string) =>
    page.evaluate((type) => {
      dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    }, type);
  released = page.waitForResponse("**/rpc/release_place");
  await told("pagehide");
  await released;
  const kept = page.waitForResponse("**/rpc/hold_place");
  await told("pageshow");
  await kept;
  await expect(wizard.answer(MORNING)).toContainText("A place is kept for you");
  // One that is left for good.
  await runAgain();
  await wizard.continueTo("Delivery Options");
  await wizard.chooseDelivery("Decide Later");
  const total = wizard.dialog.getByRole("region", { name: "Total with tax" });
  await expect(total).toContainText("15-19 items");
  await expect(total).toContainText("GST 5%");
  await wizard.complete();
  await wizard.expectCompleteAndClosed();
  const [row] = await bookingsOf(request, student.email);
  expect(row).toMatchObject({ pickup_date: day, pickup_time: MORNING });
  expect(row?.slot_id).toBeTruthy();
});
