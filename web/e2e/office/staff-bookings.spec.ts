import { type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { asService, expect, look, openAs } from "../support/staff-session";

test.describe.configure({ timeout: 90_000 });

const LIST = "/admin-dashboard?tab=bookings";
const tag = Date.now().toString(36);
const guest = {
  campus_id: 2,
  first_name: "Wren",
  last_name: `Staffjourney ${tag}`,
  guest_first_name: "Wren",
  guest_last_name: `Staffjourney ${tag}`,
  email: `wren.${tag}@students.example`,
  guest_email: `wren.${tag}@students.example`,
  guest_phone: "+1 250 555 0163",
  pickup_date: "2031-05-03",
  building_name: "Cascades",
};
const guestName = `Wren Staffjourney ${tag}`;

test.beforeAll(async ({ baseURL }) => {
  const service = await asService(baseURL);
  const made = await service.post("/rest/v1/bookings", { data: guest });
  expect(made.status()).toBe(201);
  const many = Array.from({ length: 120 }, (_, index) => ({
    campus_id: (index % 3) + 1,
    first_name: "Robin",
    last_name: `Number ${index}`,
    email: `robin.${tag}.${index}@students.example`,
  }));
  expect((await service.post("/rest/v1/bookings", { data: many })).status()).toBe(201);
  await service.dispose();
});

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const emails = (page: Page) => page.getByRole("row").locator("td:nth-child(3)").allInnerTexts();

test("an admin signs in, finds a new booking at the top and opens all of it", async ({ page }) => {
  await page.goto("/admin-dashboard");
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByRole("tab", { name: "Email" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("admin@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("demo-password");
  await page.locator("form").getByRole("button", { name: "Sign In" }).click();

  await expect(page).toHaveURL(/\/admin-dashboard/);
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect(page.getByText("Administrator")).toBeVisible();
  await expect(page.getByText("Executive Access")).toHaveCount(0);
  await page.goto(`${LIST}&q=wren+${tag}`);
  await expect(page.getByText("1 booking found")).toBeVisible();
  const found = row(page, guestName);
  await expect(found).toContainText(guest.email);
  await expect(found).toContainText("UBC Okanagan");
  await expect(found).toContainText("Sat, May 3, 2031");
  await expect(found).toContainText("Pending");
  await expect(found).toContainText("Guest");

  await found.getByRole("link", { name: /View/ }).click();
  const detail = page.getByRole("dialog", { name: guestName });
  for (const section of [
    "Customer Information",
    "Campus & Address",
    "Scheduling",
    "Additional Information",
    "Booking Details",
  ]) {
    await expect(detail.getByRole("heading", { name: section })).toBeVisible();
  }
  await expect(detail.getByRole("region", { name: "Customer Information" })).toContainText(
    guest.guest_phone,
  );
  await expect(detail.getByRole("region", { name: "Scheduling" })).toContainText("Not specified");
  await expect(detail.getByRole("region", { name: "Campus & Address" })).toContainText(
    "Not provided",
  );
  await expect(detail.getByRole("region", { name: "Booking Details" })).toContainText(
    "campus time",
  );

  const address = page.url();
  expect(address).toMatch(/booking=[0-9a-f-]{36}/);
  await page.reload();
  await expect(detail).toBeVisible();
  await page.goBack();
  await expect(detail).toBeHidden();
  await expect(found).toBeVisible();

  await page.goto(address);
  await detail.getByRole("button", { name: "Close" }).last().click();
  await expect(detail).toBeHidden();
  expect(page.url()).not.toContain("booking=");
});

test("pages of fifty, each row once, the page before staying until the next is there", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "admin");
  // Journeys beside this one book too: these hundred and twenty stay as they are.
  const list = `${LIST}&q=robin+${tag}`;
  await page.goto(list);
  const seen = new Set<string>();
  for (const number of [1, 2]) {
    await expect(page.getByText(new RegExp(`^Page ${number} of`))).toBeVisible();
    await expect(page.getByRole("region", { name: "Bookings" })).toHaveAttribute(
      "aria-busy",
      "false",
    );
    const links = await page.getByRole("link", { name: /^View booking/ }).all();
    expect(links).toHaveLength(50);
    for (const link of links) seen.add((await link.getAttribute("href")) ?? "");
    if (number === 1) {
      const first = (await emails(page))[0] ?? "";
      // Once: a list that follows its bookings is read again on the page after, too.
      await page.route(
        "**/rest/v1/bookings?*",
        async (route) => {
          await expect(row(page, first)).toBeVisible();
          await route.continue();
        },
        { times: 1 },
      );
      await page.getByRole("link", { name: "Next page" }).click();
    }
  }
  const ids = [...seen].map((href) => new URLSearchParams(href).get("booking"));
  expect(new Set(ids).size).toBe(100);
  await page.unrouteAll({ behavior: "wait" });

  await page.getByRole("link", { name: "Last page" }).click();
  await expect(page.getByText("Page 3 of 3")).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();

  await page.goto(`${list}&page=99999`);
  await expect(page.getByText("There is no page 99999.")).toBeVisible();
  await page.getByRole("link", { name: "To the first page" }).click();
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  await page.context().close();
});

test("filters, search and sorting live in the address: reload and Back keep them", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(LIST);
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Pending" }).click();
  await page.getByRole("combobox", { name: "Campus" }).click();
  await page.getByRole("option", { name: "UBC Okanagan" }).click();
  await page.getByRole("searchbox").fill(`wren ${tag}`);
  await expect(page.getByText("1 booking found")).toBeVisible();
  await expect(row(page, guestName)).toBeVisible();

  await page.reload();
  await expect(page.getByText("1 booking found")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveText("Pending");
  await expect(page.getByRole("combobox", { name: "Campus" })).toHaveText("UBC Okanagan");
  await expect(page.getByRole("searchbox")).toHaveValue(`wren ${tag}`);

  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Campus" })).toHaveText("All campuses");
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveText("Pending");

  await page.goto(`${LIST}&q=2505550163`);
  await expect(row(page, guestName)).toBeVisible();
  await page.goto(`${LIST}&q=nobody-${tag}`);
  await expect(page.getByText("No bookings found.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("link", { name: /^View booking/ }).first()).toBeVisible();

  for (const order of ["ascending", "descending"]) {
    await page.getByRole("link", { name: "Email", exact: true }).click();
    await expect(page.getByRole("columnheader", { name: "Email" })).toHaveAttribute(
      "aria-sort",
      order,
    );
    await expect(page.getByRole("region", { name: "Bookings" })).toHaveAttribute(
      "aria-busy",
      "false",
    );
    const shown = await emails(page);
    // The database's order: by code, as `toSorted` does.
    const sorted = shown.toSorted();
    expect(shown).toEqual(order === "ascending" ? sorted : sorted.toReversed());
  }
  await page.context().close();
});

test("a booking made twice is marked, in the list and in its detail", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const twice = {
    campus_id: 1,
    first_name: "Dot",
    last_name: "Twice",
    email: `dot.${tag}@students.example`,
  };
  for (const booking of [twice, twice])
    expect((await service.post("/rest/v1/bookings", { data: booking })).status()).toBe(201);
  await service.dispose();
  const page = await openAs(browser, baseURL, "worker");
  await page.goto(`${LIST}&q=dot.${tag}`);
  await expect(page.getByText("2 bookings found")).toBeVisible();
  await expect(page.getByText("Possible duplicate")).toHaveCount(2);
  await page
    .getByRole("link", { name: /^View booking/ })
    .first()
    .click();
  const detail = page.getByRole("dialog", { name: "Dot Twice" });
  await expect(detail.getByText("Possible duplicate")).toBeVisible();
  await expect(detail.getByRole("link", { name: "View customer" })).toHaveCount(0);
  await detail.getByRole("link", { name: "All with this email" }).click();
  await expect(detail).toBeHidden();
  await expect(page.getByText("2 bookings found")).toBeVisible();
  await page.goto(`${LIST}&q=wren+${tag}`);
  await expect(page.getByText("1 booking found")).toBeVisible();
  await expect(page.getByText("Possible duplicate")).toHaveCount(0);
  await page.context().close();
});

test("what is typed is searched as it is, whatever it holds", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin");
  // Signs part words, and no booking has words that begin with these.
  for (const text of ["%", '"),id.not.is.null', "\\", "zqx,vqx(wqx)", "🎒"]) {
    await page.goto(`${LIST}&q=${encodeURIComponent(text)}`);
    await expect(page.getByText("No bookings found.")).toBeVisible();
  }
  await page.context().close();
});

test("Refresh shows a booking made meanwhile", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "worker");
  await page.goto(`${LIST}&q=late${tag}`);
  await expect(page.getByText("Administrator")).toBeVisible();
  await expect(page.getByText("No bookings found.")).toBeVisible();
  const service = await asService(baseURL);
  await service.post("/rest/v1/bookings", {
    data: {
      campus_id: 1,
      first_name: "Late",
      last_name: "Comer",
      email: `late${tag}@students.example`,
    },
  });
  await service.dispose();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(row(page, `late${tag}`)).toContainText("Late Comer");
  await page.context().close();
});

test("without a server the page says so, and recovers by itself", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(LIST);
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  await page.route("**/rest/v1/bookings?*", (route) => route.abort());
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("We can't reach the server")).toBeVisible();
  await expect(page.getByRole("link", { name: /^View booking/ }).first()).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText("We can't reach the server")).toBeHidden();
  await page.context().close();
});

test("a refusal is told in words and can be tried again", async ({ browser, baseURL }) => {
  // The refusal renews the session: it is this journey's own.
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  const refuse = (status: number, message: string) =>
    page.route("**/rest/v1/bookings?*", (route) =>
      route.fulfill({ status, json: { code: "X", message, details: null, hint: null } }),
    );
  await refuse(403, "permission denied for table bookings");
  await page.goto(LIST);
  await expect(
    page.getByText("Failed to fetch bookings: permission denied for table bookings"),
  ).toBeVisible();
  await expect(page.getByText("Please check your permissions.")).toBeVisible();
  await refuse(401, "JWT expired");
  const again = page.getByRole("button", { name: "Try again" });
  await again.click();
  await expect(page.getByText("Authentication required")).toBeVisible();
  await page.unrouteAll();
  // A renewed session may bring the list before the button is pressed.
  const list = page.getByText(/^Page 1 of/);
  await expect(again.or(list).first()).toBeVisible();
  if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(list).toBeVisible();
  await page.context().close();
});

test("keyboard alone: search, open, read and close a booking", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(LIST);
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  const focusOn = async (name: RegExp) => {
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(
        () =>
          document.activeElement?.getAttribute("aria-label") ??
          document.activeElement?.textContent ??
          "",
      );
      if (name.test(label)) return;
    }
    throw new Error(`Tab never reaches ${name}`);
  };
  // Its keys are heard from when it has the focus.
  const record = page.getByRole("dialog", { name: guestName });
  await focusOn(/^Search name, email, phone, code or address$/);
  await page.keyboard.type(`wren ${tag}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("booking found")).toBeVisible();
  await focusOn(new RegExp(`^View booking of ${guestName}$`));
  await page.keyboard.press("Enter");
  await expect(record.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("link", { name: `View booking of ${guestName}` })).toBeFocused();

  await page.goto("/admin-dashboard?tab=history");
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  const search = page.getByRole("dialog", { name: "Search" });
  const result = search.getByRole("option", { name: guestName });
  for (const typed of ["(250) 555-0163", `staffj ${tag}`]) {
    await page.keyboard.press(typed.startsWith("(") ? "/" : "Control+K");
    await expect(search).toBeVisible();
    await page.keyboard.type(typed);
    await expect(result.first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(search).toBeHidden();
  }
  await page.keyboard.press("Control+K");
  await expect(search).toBeVisible();
  await page.keyboard.type(`staffj ${tag}`);
  await expect(result).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(record.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.type("gc");
  await expect(page.getByRole("heading", { name: "Customers" })).toBeVisible();
  await page.keyboard.type("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Payments");
  await page.context().close();
});

test("a customer is sent to the customer's dashboard", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "customer2");
  await page.goto(LIST);
  await expect(page).toHaveURL(/\/customer-dashboard$/);
  await page.context().close();
});

test("Sign Out returns to the home page, and Back does not bring the list again", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "worker", { fresh: true });
  await page.goto(LIST);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/auth$/);
  await page.context().close();
});

test("the list fits a phone, a tablet and a laptop, and reads well by day and in the dark", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "executive");
  await page.goto(LIST);
  for (const width of [390, 820, 1440]) {
    for (const theme of ["light", "dark"] as const) {
      await look(page, width, theme);
      await expect(page.getByText("Executive Access")).toBeVisible();
      await expect(page.getByRole("link", { name: /^View booking/ })).toHaveCount(50);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow, `${width} px, ${theme}`).toBeLessThanOrEqual(0);
      expect(await barriers(page), `${width} px, ${theme}`).toEqual([]);
    }
  }
  await page.context().close();
});
