/**
 * Books as a new student on a phone, with a supply kit and a return date, and counts what that
 * takes: presses on the screen, characters, keys that lead on to the next field, and seconds.
 *
 *   BASE_URL=http://localhost:8000 node measure/booking-taps.ts
 *
 * The product must be a demo with SUMMERSTOW_RATE_LIMITS=0; it keeps the booking. Ends with 1 from
 * 20 presses on, or where the booking is not complete.
 */
import { chromium, type Locator } from "playwright";

const BASE = process.env.BASE_URL ?? "http://localhost:8000";
const MOST = 20;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const context = await browser.newContext({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
});
const page = await context.newPage();
const count = { taps: 0, characters: 0, keys: 0 };
const steps: string[] = [];

async function tap(what: Locator): Promise<void> {
  await what.tap();
  count.taps += 1;
}

/** Types into the field that has the focus; the keyboard's own key leads on to the next one. */
async function type(text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  count.characters += text.length;
  count.keys += 1;
}

async function at(heading: string): Promise<void> {
  await dialog.getByRole("heading", { name: heading, exact: true }).waitFor();
  steps.push(`${heading}: ${count.taps} taps before`);
}

const dialog = page.getByRole("dialog");
const onward = () => tap(dialog.locator("button[type=submit]"));
/** The first day of the open calendar that may still be meant. */
const aDay = () =>
  dialog.getByRole("grid").locator("[data-day]:not([data-outside]) button:not([disabled])").nth(20);

await page.goto(BASE);
await page.waitForLoadState("networkidle");
const begun = performance.now();
await tap(page.getByRole("link", { name: "Book Now" }).first());
await at("Who are you?");
await tap(dialog.getByRole("button", { name: "I am a student" }));
await at("Your Information");
await type("Maya");
await type("Chen");
await type(`maya.${Date.now().toString(36)}@wizard.test`);
await type("6045550187");
await at("Create Your Password");
await type("boxes-of-books");
await type("boxes-of-books");
await at("Find Your School");
await tap(dialog.getByRole("radio").first());
await tap(dialog.getByRole("radiogroup", { name: "Campus" }).getByRole("radio").first());
await onward();
await at("Supply Kit Delivery");
await tap(dialog.getByRole("radio", { name: "Yes, deliver supplies" }));
await tap(aDay());
await onward();
await at("Schedule Pickup");
await tap(aDay());
await tap(
  dialog
    .getByRole("radiogroup", { name: "Time Slot" })
    .getByRole("radio")
    .filter({
      hasNotText: "Full at the moment",
    })
    .first(),
);
await onward();
await at("Delivery Options");
await tap(dialog.getByRole("radio", { name: "Same City" }));
await tap(dialog.getByRole("group", { name: "Free return days" }).getByRole("button").first());
await tap(dialog.getByLabel("Full Delivery Address"));
const address = "12 Elm St V6T 1Z4";
await page.keyboard.type(address);
count.characters += address.length;
await onward();
await at("Review Your Booking");
await tap(dialog.getByRole("button", { name: "Complete Booking" }));
await at("Booking Complete!");
const seconds = (performance.now() - begun) / 1_000;
await browser.close();
for (const step of steps) console.warn(step);
console.warn(
  `${count.taps} taps, ${count.characters} characters, ${count.keys} keys to the next field, ${seconds.toFixed(1)} s of a machine's time`,
);
process.exitCode = count.taps < MOST ? 0 : 1;
