import { readFile } from "node:fs/promises";
import { test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { asService, expect, look, openAs } from "../support/staff-session";

test.describe.configure({ timeout: 90_000 });

const CUSTOMERS = "/admin-dashboard?tab=customers";

test("an executive corrects a customer's name and puts it back", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const found = await service.get("/rest/v1/users?email=eq.customer@demo.test&select=customer_id");
  const [{ customer_id: taken }] = await found.json();
  const page = await openAs(browser, baseURL, "executive");
  await page.goto(`${CUSTOMERS}&q=customer2@demo.test`);
  const row = page.getByRole("row").filter({ hasText: "customer2@demo.test" });
  await expect(row.locator("code")).toHaveText(/^SS-[A-Z0-9]{5}$/);
  const name = await row.locator("td").nth(1).innerText();

  const rename = async (next: string) => {
    await row.getByRole("button", { name: /Edit/ }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Customer Information" });
    await dialog.getByLabel("Full Name").fill(next);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Customer updated").first()).toBeVisible();
    await expect(row).toContainText(next);
  };
  await rename(`${name} Edited`);
  await rename(name);

  await row.getByRole("button", { name: /Edit/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Customer Information" });
  await dialog.getByLabel("Email").fill("nonsense");
  await dialog.getByLabel("Customer ID").fill("");
  await dialog.getByLabel("Full Name").fill(" ");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByText("Enter an email address like")).toBeVisible();
  await expect(dialog.getByText("Use 2 to 32 capital letters")).toBeVisible();
  await expect(dialog.getByText("Please enter a name.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row.getByRole("button", { name: /Edit/ }).click();
  await expect(dialog.getByLabel("Email")).toHaveValue("customer2@demo.test");

  // Another customer's address or ID is refused, at its field and in plain words.
  await dialog.getByLabel("Email").fill("customer@demo.test");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Update failed")).toBeVisible();
  await expect(dialog.getByText("Another account has this email address.")).toBeVisible();
  await dialog.getByLabel("Email").fill("customer2@demo.test");
  await dialog.getByLabel("Customer ID").fill(taken);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByText("Another customer has this ID.")).toBeVisible();
  await expect(dialog.getByText("Another account has this email address.")).toHaveCount(0);
  await page.context().close();
});

test("an admin searches customers and has no Edit", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(CUSTOMERS);
  await page.getByRole("searchbox").fill("customer@demo.test");
  await expect(page.getByText("1 customer found")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Edit/ })).toHaveCount(0);
  await page.getByRole("searchbox").fill("nobody at all");
  await expect(page.getByText("No customers found.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page).not.toHaveURL(/q=/);
  await expect(page.getByRole("link", { name: /^View / }).nth(1)).toBeVisible();
  await page.context().close();
});

test("the office views a customer whole, from the list and from a booking; that is logged", async ({
  browser,
  baseURL,
}) => {
  const tag = Date.now().toString(36);
  // A day that no other run has taken for this customer.
  const day = `20${40 + (Date.now() % 50)}-05-${10 + (Date.now() % 20)}`;
  const shown = new Intl.DateTimeFormat("en-CA", { dateStyle: "full", timeZone: "UTC" })
    .format(Date.parse(day))
    .replace(/^(\w{3})\w+/, "$1");
  const service = await asService(baseURL);
  const people = await service.get("/rest/v1/users?select=id&email=eq.customer@demo.test");
  const [{ id }] = (await people.json()) as [{ id: string }];
  const made = await service.post("/rest/v1/bookings", {
    data: {
      campus_id: 3,
      user_id: id,
      first_name: "Casey",
      last_name: "Demo",
      email: `twice.${tag}@students.example`,
      pickup_date: day,
      status: "completed",
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const [{ id: booking }] = (await made.json()) as [{ id: string }];
  await service.patch(`/rest/v1/bookings?id=eq.${booking}`, {
    data: { additional_comments: `Ring twice ${tag}` },
  });
  const lines = await service.get(`/rest/v1/audit_log?row_id=eq.${booking}&order=id.desc&limit=1`);
  const [{ id: line }] = (await lines.json()) as [{ id: number }];
  await service.dispose();

  const page = await openAs(browser, baseURL, "admin");
  await page.goto(`${CUSTOMERS}&q=customer@demo.test`);
  await page.getByRole("link", { name: /^View / }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("region", { name: "Profile" })).toContainText("customer@demo.test");
  const bookings = drawer.getByRole("region", { name: /^Bookings/ });
  const card = bookings.getByRole("listitem").filter({ hasText: shown });
  await expect(card).toContainText("TRU Kamloops");
  await expect(card).toContainText("Completed");
  await expect(card).toContainText("None listed");
  // What a call is about most fits into the drawer whole.
  await bookings.getByRole("button", { name: "Change date" }).first().click();
  await expect(bookings.getByRole("radio", { name: /^9:00 AM/ })).toBeVisible();
  const cut = () =>
    bookings.evaluate((all) => {
      const { right } = all.getBoundingClientRect();
      const fields = [...all.querySelectorAll("[role=radio], [role=combobox], input, button")];
      return fields.filter((one) => one.getBoundingClientRect().right > right).length;
    });
  await expect.poll(cut).toBe(0);
  await expect(drawer.getByRole("region", { name: "Statement" })).toContainText(/owed|credit|yet/);
  const history = drawer.getByRole("region", { name: "History" });
  await expect(history).toContainText(`Comments: nothing → Ring twice ${tag}`);
  await page.reload();
  await expect(history).toContainText("Looked at the customer");
  expect(await barriers(page)).toEqual([]);
  await card.getByRole("link", { name: "Open booking" }).click();
  await expect(page).toHaveURL(/tab=bookings&booking=/);
  await page.getByRole("dialog").getByRole("link", { name: "View customer" }).click();
  await expect(page).toHaveURL(/tab=customers&customer=/);
  await expect(drawer.getByRole("region", { name: "Profile" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  // What was done stands in the history, for the office to find by kind.
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Looks at customers" }).click();
  await expect(page).toHaveURL(/kind=looks/);
  const look = page.getByRole("row").filter({ hasText: "Looked at the customer" }).first();
  await expect(look).toBeVisible();
  await look.getByRole("cell").nth(3).getByRole("link").click();
  await expect(page).toHaveURL(/by=[0-9a-f-]{36}/);

  // Who looked at one customer is found by their name or email, and can be handed out as a file.
  await page.goto("/admin-dashboard?tab=history&kind=looks");
  await page
    .getByRole("searchbox", { name: "Customer, email or booking code" })
    .fill(`twice.${tag}@students.example`);
  await expect(page).toHaveURL(/about=/);
  const looks = page.getByRole("row").filter({ hasText: /^Looked / });
  await expect(looks.filter({ hasText: "Looked at the booking" }).first()).toBeVisible();
  await expect(looks.filter({ hasText: "Looked at the customer" }).first()).toBeVisible();
  await expect(looks.filter({ hasText: "Many customers" })).toHaveCount(0);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file).toContain("Looked at the customer");
  expect(file).not.toContain("Many customers");
  await page
    .getByRole("searchbox", { name: "Customer, email or booking code" })
    .fill(`nobody.${tag}@students.example`);
  await expect(page.getByText("No customer and no booking has these words.")).toBeVisible();

  // From this line on: what the journeys beside this one do would move it to a page further back.
  await page.goto(`/admin-dashboard?tab=history&kind=bookings&older=${line + 1}`);
  const change = page.getByRole("row").filter({ hasText: `Ring twice ${tag}` });
  await change.getByRole("button", { name: "Details: Booking changed" }).click();
  const detail = page.getByRole("dialog", { name: "Booking changed" });
  await expect(detail.getByRole("row", { name: /^Comments/ })).toContainText("nothing");
  await detail.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL(/older=\d+/);
  await expect(change).toHaveCount(0);
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(change).toBeVisible();
  await page.context().close();
});

test("the crew sees customers without View or Edit, and no history", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "worker");
  await page.goto(`${CUSTOMERS}&q=customer@demo.test`);
  await expect(page.getByRole("row").filter({ hasText: "customer@demo.test" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^View/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Edit/ })).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "History" })).toHaveCount(0);
  await page.goto("/admin-dashboard?tab=history");
  await expect(page.getByRole("tab", { name: "Bookings" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.context().close();
});

test("the history reads well at 390 and 1440 px", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "executive");
  await page.goto("/admin-dashboard?tab=history");
  for (const [width, theme] of [
    [390, "light"],
    [1440, "dark"],
  ] as const) {
    await look(page, width, theme);
    await expect(page.getByRole("button", { name: /^Details/ }).first()).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    expect(await barriers(page), `${width} px`).toEqual([]);
  }
  await page.context().close();
});

test("data that may not be read is told", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.route("**/rest/v1/users?*role=eq.customer*", (route) =>
    route.fulfill({
      status: 403,
      json: { code: "42501", message: "no", details: null, hint: null },
    }),
  );
  await page.goto(CUSTOMERS);
  await expect(page.getByText("Fetch Error").first()).toBeVisible();
  await expect(
    page.getByText("Could not load admin data. Please check your permissions.").first(),
  ).toBeVisible();
  // Without a connection that is the reason, and nobody's permission.
  await page.route("**/rest/v1/users?*role=eq.customer*", (route) => route.abort());
  await page.getByRole("button", { name: "Try again" }).click();
  const away = page.getByRole("status").filter({ hasText: "We can't reach the server" });
  await expect(away).toContainText("Fetch Error");
  await expect(away).toContainText("Could not load admin data. We can't reach the server.");
  await page.context().close();
});

test("the customers list reads well on a phone", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "executive", { width: 390 });
  await page.goto(CUSTOMERS);
  await expect(page.getByRole("button", { name: /^Edit/ }).first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.context().close();
});
