import { expect, type Locator, type Page } from "@playwright/test";
import { chooseDay } from "../support/calendar";

/** A person of one test: an address of its own, so that journeys never meet. */
export interface Booker {
  first: string;
  last: string;
  email: string;
  phone: string;
  password: string;
}

export function newBooker(name = "Maya Chen"): Booker {
  const [first = "", last = ""] = name.split(" ");
  const email = `${first}.${crypto.randomUUID()}@wizard.test`.toLowerCase();
  return { first, last, email, phone: "604 555 0187", password: "five-boxes-of-books" };
}

/** "YYYY-MM-DD" so many days from now, in the browser's and this process's own calendar. */
export function dayFromNow(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The wizard as a person meets it: by its words. */
export class BookingWizard {
  readonly page: Page;
  readonly dialog: Locator;
  readonly forward: Locator;
  readonly back: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole("dialog");
    this.forward = this.dialog.locator("button[type=submit]");
    this.back = this.dialog.getByRole("button", { name: "Back", exact: true });
  }

  async openFromBookPage(): Promise<void> {
    await this.page.goto("/book");
    // The page is built ahead, and keeps the press until its scripts have come.
    await this.page.getByRole("button", { name: "Start Booking Process" }).click();
    await expect(this.heading("Who are you?")).toBeVisible();
  }

  /** Opens it over a page built ahead, by its first 'Book Now', which leads nowhere else. */
  async openOver(path: string): Promise<void> {
    await this.page.goto(path);
    const bookNow = this.page.getByRole("main").getByRole("link", { name: "Book Now" });
    await bookNow.first().click();
    await expect(this.dialog).toBeVisible();
    expect(new URL(this.page.url()).pathname).toBe(path.replace(/\?.*/, ""));
  }

  heading(title: string): Locator {
    return this.dialog.getByRole("heading", { name: title, exact: true });
  }

  answer(text: string): Locator {
    return this.dialog.getByRole("radio", { name: text });
  }

  async continueTo(title: string): Promise<void> {
    await this.forward.click();
    await expect(this.heading(title)).toBeVisible();
  }

  async chooseWho(who: "student" | "parent"): Promise<void> {
    await this.dialog.getByRole("button", { name: `I am a ${who}` }).click();
    await expect(this.heading("Your Information")).toBeVisible();
  }

  async fillInformation(booker: Booker): Promise<void> {
    await this.dialog.getByLabel("First Name").fill(booker.first);
    await this.dialog.getByLabel("Last Name").fill(booker.last);
    await this.dialog.getByLabel("Email", { exact: true }).fill(booker.email);
    await this.dialog.getByLabel("Phone", { exact: true }).fill(booker.phone);
    await this.continueTo("Create Your Password");
  }

  async fillPassword(booker: Booker): Promise<void> {
    await this.dialog.getByLabel("Password", { exact: true }).fill(booker.password);
    await this.dialog.getByLabel("Confirm Password").fill(booker.password);
    await this.continueTo("Find Your School");
  }

  async chooseSchool(university: string, campus: string): Promise<void> {
    await this.answer(university).click();
    await this.answer(campus).click();
    await this.continueTo("Supply Kit Delivery");
  }

  async chooseSupplies(day: string | null): Promise<void> {
    await this.answer(day ? "Yes, deliver supplies" : "No, I have my own").click();
    if (day) await this.pickDay("Delivery Date", day);
    await this.continueTo("Schedule Pickup");
  }

  async choosePickup(day: string, window: string, flight?: string): Promise<void> {
    await this.pickDay("Pickup Date", day);
    await this.answer(window).click();
    if (flight) {
      await this.dialog.getByRole("checkbox", { name: "I have a flight to catch" }).click();
      await this.answer(flight).click();
    }
    await this.continueTo("Delivery Options");
  }

  async chooseDelivery(option: string, day?: string, address?: string): Promise<void> {
    await this.answer(option).click();
    if (day) await this.pickDay("Delivery Date", day);
    if (address) await this.dialog.getByLabel("Full Delivery Address").fill(address);
    await this.continueTo("Review Your Booking");
  }

  async pickDay(label: string, day: string): Promise<void> {
    await this.dialog.getByLabel(label).click();
    await chooseDay(this.page, day);
    await expect(this.page.getByRole("grid")).toBeHidden();
  }

  /** A value of the summary by its label. */
  summary(label: string): Locator {
    return this.dialog.locator("form dt", { hasText: new RegExp(`^${label}$`) }).locator("+ dd");
  }

  /** Closes the wizard on purpose, and says that what was typed may go. */
  async discard(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await this.page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect(this.dialog).toBeHidden();
  }

  async complete(): Promise<void> {
    await this.dialog.getByRole("button", { name: "Complete Booking" }).click();
  }

  /** To be asked before it is there: it stands for two seconds alone, so the page itself looks. */
  async expectCompleteAndClosed(): Promise<void> {
    await this.heading("Booking Complete!").waitFor();
    await expect(this.dialog).toBeHidden();
  }
}
