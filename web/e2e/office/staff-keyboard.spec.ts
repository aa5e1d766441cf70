import { type Locator, type Page, test } from "@playwright/test";
import { dayFromNow } from "../booking/booking-wizard";
import { tabTo } from "../support/customer-accounts";
import { asService, expect, openAs } from "../support/staff-session";

/** An office's day without a mouse: the focus is always seen, and returns to where it came from. */

test.describe.configure({ timeout: 150_000 });

const tag = Date.now().toString(36);
const STOPS = 200;

async function caller(
  baseURL: string | undefined,
  name: string,
  more: Record<string, string> = {},
): Promise<string> {
  const service = await asService(baseURL);
  const made = await service.post("/rest/v1/bookings", {
    data: {
      campus_id: 2,
      first_name: name,
      last_name: tag,
      email: `${name}.${tag}@students.example`.toLowerCase(),
      // Of its own: who shares one is listed as family.
      phone: `+1250555${1000 + Math.floor(Math.random() * 9000)}`,
      building_name: "Cassiar",
      pickup_date: dayFromNow(50),
      pickup_time: "9:00 AM - 12:00 PM",
      delivery_option: "decide_later",
      status: "confirmed",
      ...more,
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const [{ id }] = (await made.json()) as [{ id: string }];
  await service.dispose();
  return id;
}

/** To a control by Tab alone, and whether somebody who looks sees that they are there. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await tabTo(page, control, STOPS);
  const seen = await control.evaluate((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    const { top, bottom } = one.getBoundingClientRect();
    const ring = outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
    return (ring || boxShadow !== "none") && bottom > 0 && top < innerHeight;
  });
  expect(seen, "the focus is seen").toBe(true);
}

async function press(page: Page, control: Locator, key = "Enter"): Promise<void> {
  await reach(page, control);
  await page.keyboard.press(key);
}

test("a caller is found, noted, moved and cancelled by keys alone", async ({
  browser,
  baseURL,
}) => {
  await caller(baseURL, "Keya");
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto("/admin-dashboard?tab=customers");
  await expect(page.getByRole("heading", { name: "Customers" })).toBeVisible();
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await page.keyboard.type(`keya ${tag}`);
  await expect(page.getByRole("option", { name: `Keya ${tag}` })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  const record = page.getByRole("dialog", { name: `Keya ${tag}` });
  await expect(record).toBeVisible();

  await press(page, record.getByRole("button", { name: "Add note" }));
  await reach(page, record.getByRole("textbox", { name: "Note" }));
  await page.keyboard.type("Rings twice");
  await press(page, record.getByRole("button", { name: "Save note" }));
  await expect(record.getByRole("region", { name: "Notes and messages" })).toContainText(
    "Rings twice",
  );
  // What had the focus is gone with the form: it goes back to what opened that.
  await expect(record.getByRole("button", { name: "Add note" })).toBeFocused();

  await press(page, record.getByRole("button", { name: "Send message" }));
  await reach(page, record.getByLabel("Subject"));
  await page.keyboard.type("Your pickup");
  await reach(page, record.getByRole("textbox", { name: "Message" }));
  await page.keyboard.type("See you soon.");
  await press(page, record.getByRole("button", { name: "Send message" }).last());
  await expect(record.getByRole("region", { name: "Notes and messages" })).toContainText(
    "See you soon.",
  );
  await expect(record.getByRole("button", { name: "Send message" })).toBeFocused();

  await press(page, record.getByRole("button", { name: "Change date" }));
  const day = record.locator(
    "[role=gridcell] button[tabindex='0'], [data-day] button[tabindex='0']",
  );
  await reach(page, day.first());
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(record.getByRole("region", { name: "What it comes to" })).toContainText("free");
  await press(page, record.getByRole("button", { name: /^Move to/ }));
  await expect(page.getByText("Date Updated").first()).toBeVisible();
  await expect(record.getByRole("button", { name: "Change date" })).toBeFocused();

  await press(page, record.getByRole("button", { name: "Cancel booking" }));
  await reach(page, record.getByLabel("Why"));
  await page.keyboard.type("Goes home early");
  await press(page, record.getByRole("button", { name: "Cancel free of charge" }));
  await expect(page.getByText("Booking Cancelled").first()).toBeVisible();
  expect(
    await record.evaluate((dialog) => dialog.contains(document.activeElement)),
    "the focus stays in the record",
  ).toBe(true);
  await page.keyboard.press("Escape");
  await expect(record).toBeHidden();
  await page.context().close();
});

test("Enter in the search opens what its last words find, Escape goes back to where one was", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const many = [..."abcdefgh", "wren"].map((name) => ({
    campus_id: 1,
    first_name: name === "wren" ? "Wrena" : "Manya",
    last_name: `${name} ${tag}`,
    email: `${name}.search.${tag}@students.example`,
  }));
  expect((await service.post("/rest/v1/bookings", { data: many })).ok()).toBe(true);
  await service.dispose();
  const page = await openAs(browser, baseURL, "admin");
  await page.goto("/admin-dashboard?tab=history");
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  const leave = page.getByRole("button", { name: "Sign Out" });
  await leave.focus();
  const search = page.getByRole("dialog", { name: "Search" });
  const others = search.getByRole("option", { name: "Manya" });
  const wanted = search.getByRole("option", { name: "Wrena" });
  const typeAnew = async (words: string) => {
    await page.keyboard.press("Control+A");
    await page.keyboard.type(words);
  };
  await page.keyboard.press("Control+K");
  await expect(search).toBeVisible();

  // The first of many is chosen, then the one that takes the place of them all.
  await page.keyboard.type(`manya ${tag}`);
  await expect(others).toHaveCount(8);
  await expect(others.first()).toHaveAttribute("aria-selected", "true");
  await typeAnew(`wrena ${tag}`);
  await expect(wanted).toHaveAttribute("aria-selected", "true");
  await typeAnew(`manya ${tag}`);
  await expect(others.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(others.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();
  await expect(leave).toBeFocused();

  // Enter right after the last letter, while the lines are still those of other words.
  await page.keyboard.press("Control+K");
  await page.keyboard.type(`manya ${tag}`);
  await expect(others).toHaveCount(8);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/rpc/find", async (route) => {
    await answered;
    await route.continue();
  });
  await typeAnew(`wrena wren ${tag}`);
  await page.keyboard.press("Enter");
  answer();
  const record = page.getByRole("dialog", { name: `Wrena wren ${tag}` });
  await expect(record).toBeVisible();
  await expect(record.locator(":focus")).toHaveCount(1);

  // A record that is open keeps its keys for itself.
  await page.keyboard.type("gc");
  await page.keyboard.press("Escape");
  await expect(record).toBeHidden();
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  await page.context().close();
});

test("a return is booked, a fee charged and a bank's file recorded by keys alone", async ({
  browser,
  baseURL,
}) => {
  const id = await caller(baseURL, "Kora");
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  const record = page.getByRole("dialog", { name: `Kora ${tag}` });

  const book = record.getByRole("button", { name: "Book return" });
  await press(page, book.first());
  await press(page, record.getByRole("button", { name: "Day" }));
  const calendar = page.getByRole("dialog", { name: "Calendar" });
  await expect(calendar).toBeVisible();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Enter");
  await expect(calendar).toBeHidden();
  await reach(page, record.getByLabel("Delivery address"));
  await page.keyboard.type("2 Oak Street, Kelowna");
  const fee = record.getByRole("button", { name: /^Book return/ }).last();
  await expect(fee).toBeEnabled();
  await press(page, fee);
  await expect(page.getByText("Return Booked").first()).toBeVisible();
  await expect(book).toBeFocused();

  const charge = record.getByRole("button", { name: "Charge a fee" });
  await press(page, charge);
  await reach(page, record.getByLabel("Miles from campus"));
  await page.keyboard.type("14");
  await reach(page, record.getByLabel("Why"));
  await page.keyboard.type("Lives out of town");
  const pay = record.getByRole("button", { name: /^Charge \$/ });
  await expect(pay).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Fee Charged").first()).toBeVisible();
  await expect(charge).toBeFocused();

  const service = await asService(baseURL);
  const found = await service.get(
    `/rest/v1/invoices?booking_id=eq.${id}&kind=eq.fee&order=created_at.desc`,
  );
  const [{ reference, total_cents, issued_on }] = await found.json();
  await service.dispose();
  await page.goto("/admin-dashboard?tab=payments");
  const start = page.getByRole("button", { name: "Import bank file" });
  await press(page, start);
  const dialog = page.getByRole("dialog", { name: "Import bank file" });
  const chooser = page.waitForEvent("filechooser");
  await press(page, dialog.getByLabel("CSV file"));
  const line = `${issued_on},e-Transfer ${reference},${(total_cents / 100).toFixed(2)},K${reference}`;
  const buffer = Buffer.from(`Date,Description,Credit,Reference Number\n${line}`);
  await (await chooser).setFiles({ name: "bank.csv", mimeType: "text/csv", buffer });
  const match = dialog.getByRole("checkbox", { name: new RegExp(`^Kora ${tag}`) });
  await expect(match).toBeChecked();
  await press(page, match, "Space");
  // What is not recorded waits in the inbox.
  await expect(dialog.getByRole("button", { name: "Keep 1 transfer" })).toBeEnabled();
  await page.keyboard.press("Space");
  await press(page, dialog.getByRole("button", { name: "Record 1 payment" }));
  await expect(page.getByText("1 payment recorded").first()).toBeVisible();
  await expect(start).toBeFocused();
  await page.context().close();
});

test("a delivery is quoted, and the quote withdrawn, by keys alone", async ({
  browser,
  baseURL,
}) => {
  const id = await caller(baseURL, "Kito", {
    delivery_option: "different_city",
    delivery_address: `${Date.now()} Granville Street, Calgary`,
    return_delivery_date: dayFromNow(120),
  });
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  const quote = page.getByRole("region", { name: "Delivery quote" });
  await reach(page, quote.getByLabel("Price in dollars"));
  await page.keyboard.type("180");
  await page.keyboard.press("Enter");
  await expect(quote).toContainText("Sent, not answered");
  await expect(quote).toBeFocused();
  const withdraw = quote.getByRole("button", { name: "Withdraw this quote" });
  await press(page, withdraw);
  await expect(quote.getByLabel("Why it is withdrawn")).toBeFocused();
  await press(page, quote.getByRole("button", { name: "Keep it" }));
  await expect(withdraw).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("The carrier is full");
  await page.keyboard.press("Enter");
  await expect(quote).toContainText("Withdrawn");
  await expect(quote).toBeFocused();
  await page.context().close();
});

test("an e-Transfer's form begins in its first field, and one Escape closes it", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto("/admin-dashboard?tab=payments");
  await expect(page.getByRole("button", { name: "Record e-Transfer" })).toBeVisible();
  await page.keyboard.type("e");
  const form = page.getByRole("dialog", { name: "Record e-Transfer" });
  await expect(form.getByRole("textbox").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(page).not.toHaveURL(/do=record/);
  await page.context().close();
});

test("a list is filtered and kept as a view by keys alone", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto("/admin-dashboard?tab=supplies");
  await expect(page.getByRole("heading", { name: "Supply Kit Deliveries" })).toBeVisible();
  await page.keyboard.type("gr");
  await expect(page).toHaveURL(/tab=runs/);
  await page.keyboard.type("gw");
  await expect(page).toHaveURL(/tab=warehouse/);
  await page.keyboard.type("gb");
  await expect(page.getByRole("heading", { name: /^Bookings/ })).toBeVisible();
  await press(page, page.getByRole("combobox", { name: "Status" }));
  await expect(page.getByRole("option", { name: "All statuses" })).toBeFocused();
  await page.keyboard.type("Conf");
  // The list moves to what was typed after the key, as nobody is as fast as this.
  await expect(page.getByRole("option", { name: "Confirmed" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/status=confirmed/);
  const views = page.getByRole("button", { name: "Views" });
  await press(page, views);
  const dialog = page.getByRole("dialog", { name: "Views" });
  await reach(page, dialog.getByLabel("Name for the list as it is now"));
  await page.keyboard.type("Confirmed ones");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("link", { name: "Confirmed ones" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(views).toBeFocused();
  await page.context().close();
});

test("an executive edits a customer, and closes and opens a day, by keys alone", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "executive", { fresh: true });
  await page.goto(`/admin-dashboard?tab=customers&q=customer2@demo.test`);
  const edit = page.getByRole("button", { name: /^Edit / });
  await press(page, edit);
  const dialog = page.getByRole("dialog", { name: "Edit Customer Information" });
  await expect(dialog.getByLabel("Full Name")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();
  await page.goto(`/admin-dashboard?tab=schedule&campus=2&date=${dayFromNow(70)}`);
  await press(page, page.getByRole("button", { name: "Close this day" }));
  await expect(page.getByLabel("Why")).toBeFocused();
  await page.keyboard.type("The road is closed");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Closed day" })).toContainText("road is closed");
  await press(page, page.getByRole("button", { name: "Open again" }));
  await expect(page.getByRole("button", { name: "Close this day" })).toBeVisible();
  await page.context().close();
});
