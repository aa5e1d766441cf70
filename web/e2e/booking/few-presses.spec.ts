import { expect, test } from "@playwright/test";
import { linkMailedTo } from "../support/customer-accounts";
import { BookingWizard, dayFromNow, newBooker } from "./booking-wizard";

/** A whole booking by finger: few presses, and nothing typed twice (rule: quote-that-is-kept). */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** With the day of the estimate; who chooses it in the wizard presses once more. */
const MOST_PRESSES = 18;
const MOST_CHARACTERS = 99;

declare global {
  interface Window {
    presses: number;
  }
}

test("kit, flight and return to the pickup's address in few presses, with the quote kept", async ({
  page,
  request,
}) => {
  let typed = 0;
  const type = async (text: string) => {
    typed += text.length;
    await page.keyboard.type(text);
  };
  await page.addInitScript(() => {
    window.presses = 0;
    addEventListener("pointerdown", () => (window.presses += 1), true);
  });
  const booker = newBooker("Ana Lee");
  const email = `a${crypto.randomUUID().slice(0, 8)}@s.test`;
  const wizard = new BookingWizard(page);
  const { dialog } = wizard;

  // The field has the focus by itself, and the keyboard's return key leads on.
  const fill = async (label: string, text: string) => {
    await expect(dialog.getByLabel(label, { exact: true })).toBeFocused();
    await type(text);
    await page.keyboard.press("Enter");
  };

  const pickup = dayFromNow(43);
  // Where the button of an estimate leads.
  await page.goto(`/book?plan=medium&items=8&protection=800&kit=1&pickup=${pickup}`);
  await page.getByRole("button", { name: "Start Booking Process" }).tap();
  await dialog.getByRole("button", { name: "I am a student" }).tap();
  await fill("First Name", booker.first);
  await fill("Last Name", booker.last);
  await fill("Email", email);
  await fill("Phone", "6045550187");
  await fill("Password", "crate-42");
  await fill("Confirm Password", "crate-42");
  await expect(wizard.heading("Find Your School")).toBeVisible();
  await wizard.answer("Thompson Rivers University").tap();
  await wizard.forward.tap();

  await expect(wizard.heading("Supply Kit Delivery")).toBeVisible();
  await expect(wizard.answer("Yes, deliver supplies")).toBeChecked();
  // On a phone the calendar is open at the days that matter.
  await page.locator(`[data-day="${dayFromNow(29)}"]:not([data-outside]) button`).tap();
  await wizard.forward.tap();

  await expect(wizard.heading("Schedule Pickup")).toBeVisible();
  await wizard.answer("12:00 PM - 3:00 PM").tap();
  await dialog.getByRole("checkbox", { name: "I have a flight to catch" }).tap();
  await wizard.answer("Evening").tap();
  await wizard.answer("Another address").tap();
  await dialog.getByLabel("Pickup Address").tap();
  await type("805 Fleming Dr");
  await dialog.getByLabel("Postal Code").tap();
  await type("V2C5M3");
  await wizard.forward.tap();

  await expect(wizard.heading("Delivery Options")).toBeVisible();
  await wizard.answer("Same City").tap();
  await dialog.getByRole("group", { name: "Free return days" }).getByRole("button").first().tap();
  await dialog.getByRole("button", { name: /^Same as pickup: 805 Fleming Dr/ }).tap();
  await wizard.forward.tap();
  await wizard.complete();
  await wizard.expectCompleteAndClosed();
  const presses = await page.evaluate(() => window.presses);
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
  expect(typed).toBeLessThanOrEqual(MOST_CHARACTERS);

  // Before the address is confirmed its mail says nothing that was typed.
  const words = async () => {
    const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
  };
  await page.goto(await linkMailedTo(request, email));
  await page.getByRole("button", { name: "Confirm my email" }).tap();
  await expect(page).toHaveURL(/customer-dashboard/);
  const card = page.getByRole("region", { name: "Your price" });
  await expect(card.getByLabel("How many items?", { exact: true })).toHaveValue("8");
  await expect(card.getByLabel("Protection, in dollars", { exact: true })).toHaveValue("800");
  await expect(card).toContainText("Medium Bundle");
  await expect
    .poll(async () => (await words())[0])
    .toMatch(/address: 805 Fleming Dr[\s\S]+Plan: Medium Bundle, 8 items, protected for \$800/);
  const total = /(\$[\d,.]+) in all/.exec((await card.textContent()) ?? "")?.[1] ?? "nothing";
  expect((await words())[0]).toContain(`Price: ${total} with GST`);
  expect((await words()).at(-1)).not.toContain("805 Fleming Dr");

  // One item more is priced before anything is listed.
  await card.getByRole("button", { name: "More: How many items?" }).tap();
  await card.getByRole("button", { name: "Save and see the price" }).tap();
  await expect(card).toContainText("9 items: Large Bundle");
});
