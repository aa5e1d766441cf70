import { readFile } from "node:fs/promises";
import { type Page, test } from "@playwright/test";
import { expect, openAs } from "../support/staff-session";

/**
 * An executive brings customers, bookings and items along from files (rule: data-import), and takes
 * the accountant's files (rule: accountant-files).
 */

const CARD = "/admin-dashboard?tab=settings&section=data";
const PEOPLE = 500;
const FAULTY = 40;

function csv(heads: string[], rows: (string | number)[][], mark = ","): Buffer {
  return Buffer.from([heads, ...rows].map((cells) => `${cells.join(mark)}\r\n`).join(""));
}

/** Rows of which every so many-th has no address that mail can be sent to. */
function people(run: string): Buffer {
  const rows = Array.from({ length: PEOPLE }, (_, at) => [
    at < FAULTY ? `nobody ${at}` : `p${at}.${run}@old.example`,
    `Pat Number${at}`,
    "blue",
  ]);
  return csv(["E-mail Address", "Name", "Favourite colour"], rows);
}

async function choose(page: Page, kind: string, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${kind}`) }).click();
  await page.getByLabel("CSV or Excel file").setInputFiles({ name, mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Check the rows" }).click();
}

async function undo(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Undo the import of ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
}

function earlier(page: Page, name: string) {
  return page.getByRole("region", { name: "Earlier imports" }).getByRole("listitem").filter({
    hasText: name,
  });
}

test("customers, bookings and items come from files, once, and go again", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const run = crypto.randomUUID().slice(0, 8);
  const page = await openAs(browser, baseURL, "executive");
  await page.goto("/admin-dashboard?tab=settings");
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByText("Data", { exact: true })
    .click();
  const file = people(run);
  const customers = `customers-${run}.csv`;
  await choose(page, "Customers", customers, file);
  await expect(page.getByText(`${PEOPLE - FAULTY} customers new, to be imported.`)).toBeVisible();
  await expect(page.getByText(`${FAULTY} rows have a fault and are left out.`)).toBeVisible();
  const faults = page.getByRole("table", { name: "Rows with a fault" });
  await expect(faults.getByRole("row")).toHaveCount(FAULTY + 1);
  const second = faults.getByRole("row").nth(2);
  await expect(second).toContainText("Row 3");
  await expect(second).toContainText("E-mail Address");
  await expect(second).toContainText("nobody 1");
  await expect(second).toContainText("Please enter a valid email address.");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the faults" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(FAULTY + 1);

  await page.getByRole("button", { name: `Import ${PEOPLE - FAULTY} customers` }).click();
  await expect(earlier(page, customers)).toContainText(
    `${PEOPLE - FAULTY} customers imported. ${FAULTY} left out.`,
  );
  await expect(page.getByRole("heading", { name: "Import", exact: true })).toBeFocused();
  await choose(page, "Customers", customers, file);
  await expect(page.getByText(`${PEOPLE - FAULTY} customers here already.`)).toBeVisible();
  await expect(page.getByText("0 customers new, to be imported.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Close" }).click();

  const past = new Date().getFullYear() - 1;
  const bookings = `bookings-${run}.csv`;
  const heads = [
    "Our number",
    "Email",
    "Name",
    "Campus",
    "Residence",
    "Picked up on",
    "Return date",
  ];
  const rows = [100, 101, 102].map((at) => [
    `${run}-${at}`,
    `p${at}.${run}@old.example`,
    `Pat Number${at}`,
    "UBC Vancouver",
    "Totem Park",
    `21/04/${past}`,
    `01/09/${past}`,
  ]);
  await choose(page, "Bookings", bookings, csv(heads, rows, ";"));
  // What was not recognized is chosen by hand.
  await expect(page.getByText("Please choose the column of: Pickup date.")).toBeVisible();
  await page
    .getByLabel("Reference")
    .selectOption({ label: `Our number: ${rows[0]?.[0]}, ${rows[1]?.[0]}, ${rows[2]?.[0]}` });
  await page
    .getByLabel("Pickup date")
    .selectOption({ label: `Picked up on: 21/04/${past}, 21/04/${past}, 21/04/${past}` });
  await page.getByRole("button", { name: "Check the rows" }).click();
  await page.getByRole("button", { name: "Import 3 bookings" }).click();
  await expect(earlier(page, bookings)).toContainText("3 bookings imported.");

  const items = `items-${run}.csv`;
  await choose(
    page,
    "Items",
    items,
    csv(
      ["Booking", "Item", "Declared value"],
      [
        [`${run}-100`, "Blue box", "250.00"],
        [`${run}-101`, "Bicycle", ""],
        [`${run}-999`, "Lamp", ""],
      ],
    ),
  );
  await expect(page.getByText("No imported booking has this reference.")).toBeVisible();
  await page.getByRole("button", { name: "Import 2 items" }).click();
  await expect(earlier(page, items)).toContainText("2 items imported. 1 left out.");

  // Bookings with items stay until those are gone.
  await undo(page, bookings);
  await expect(earlier(page, bookings).getByRole("alert")).toContainText(
    "2 bookings of this import changed since, or have items",
  );
  for (const name of [items, bookings, customers]) {
    await undo(page, name);
    await expect(earlier(page, name).filter({ hasText: "Undone." })).toHaveCount(1);
  }
});

test("the accountant's files are downloaded for a period and a day", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "executive");
  await page.goto(CARD);
  const take = async () => {
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download", exact: true }).first().click();
    const download = await file;
    const text = await readFile(await download.path(), "utf8");
    return { name: download.suggestedFilename(), head: text.split("\r\n")[0] ?? "" };
  };
  await expect(page.getByLabel("File", { exact: true })).toBeVisible();
  const plain = await take();
  expect(plain.name).toMatch(/^invoices-20\d\d-\d\d-\d\d-to-20\d\d-\d\d-\d\d\.csv$/);
  expect(plain.head).toContain("Invoice,Issued,Due");
  await page.getByLabel("Layout").selectOption("Xero");
  await page.getByLabel("Tax code").fill("GST 5%");
  const xero = await take();
  expect(xero.name).toMatch(/-xero\.csv$/);
  expect(xero.head).toContain("*ContactName,EmailAddress");
  await page.getByLabel("File", { exact: true }).selectOption("Receivables on a day");
  await expect(page.getByLabel("Layout")).toHaveCount(0);
  const owed = await take();
  expect(owed.name).toMatch(/^receivables-20\d\d-\d\d-\d\d\.csv$/);
});
