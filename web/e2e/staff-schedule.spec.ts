import AxeBuilder from "@axe-core/playwright";
import { test } from "@playwright/test";
import { asService, expect, openAs } from "./staff-session";

test.describe.configure({ timeout: 90_000 });

// A day of its own for each run, so that its slots are nobody else's.
const offset = Math.floor(Date.now() / 1000) % 9000;
const date = new Date(Date.UTC(2040, 0, 1 + offset)).toISOString().slice(0, 10);
const SCHEDULE = `/admin-dashboard?tab=schedule&campus=3&date=${date}`;

test("an executive creates a slot, edits it, and Cancel goes back to five in the morning", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "executive");
  await page.goto(SCHEDULE);
  await expect(page.getByText("No slots configured for this date")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Create New Slot" })).toBeVisible();
  const capacity = page.getByLabel("Capacity");
  const time = page.getByRole("combobox", { name: "Time of Day" });
  await expect(capacity).toHaveValue("5");
  await expect(time).toHaveText("Morning");

  await capacity.fill("");
  await page.getByRole("button", { name: "Create Slot" }).click();
  await expect(page.getByText("Capacity must be at least 1.")).toBeVisible();
  await capacity.fill("3");
  await time.click();
  await page.getByRole("option", { name: "Evening" }).click();
  await page.getByRole("button", { name: "Create Slot" }).click();
  await expect(page.getByText("Slot created successfully.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Evening" })).toContainText(
    "Available: 3/3 slots",
  );
  await expect(capacity).toHaveValue("5");

  await page.getByRole("button", { name: "Edit Evening slot" }).click();
  await expect(page.getByRole("heading", { name: "Edit Slot" })).toBeVisible();
  await expect(capacity).toHaveValue("3");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Create New Slot" })).toBeVisible();
  await expect(capacity).toHaveValue("5");
  await expect(time).toHaveText("Morning");

  // A booking that takes a place while the form is open keeps it.
  await page.getByRole("button", { name: "Edit Evening slot" }).click();
  const service = await asService(baseURL);
  const booked = await service.post("/rest/v1/bookings", {
    data: {
      campus_id: 3,
      first_name: "Sam",
      last_name: "Slot",
      email: `slot.${offset}@students.example`,
      pickup_date: date,
      pickup_time: "3:00 PM - 6:00 PM",
    },
  });
  expect(booked.status()).toBe(201);
  await service.dispose();
  await capacity.fill("8");
  await page.getByRole("button", { name: "Update Slot" }).click();
  await expect(page.getByText("Slot updated successfully.")).toBeVisible();
  await expect(page.getByText("Available: 7/8 slots")).toBeVisible();

  await time.click();
  await page.getByRole("option", { name: "Evening" }).click();
  await page.getByRole("button", { name: "Create Slot" }).click();
  await expect(page.getByText("This time of day already has a slot")).toBeVisible();
  await page.context().close();
});

test("free return dates are marked; an admin looks and cannot change", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.goto("/admin-dashboard?tab=schedule&campus=1&date=2031-08-30");
  await expect(page.getByText("Free return dates (Aug 31 to Sep 3)")).toBeVisible();
  await expect(page.getByText("Selected date")).toBeVisible();
  await expect(page.getByText("Free return date", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: /August 31/ }).click();
  await expect(page).toHaveURL(/date=2031-08-31/);
  await expect(page.getByText("Free return date", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Create New Slot" })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Campus" }).click();
  await page.getByRole("option", { name: "Kamloops Campus" }).click();
  await expect(page).toHaveURL(/campus=3/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Campus" })).toHaveText("Kamloops Campus");
  await page.context().close();
});

test("a failed fetch of slots is told", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.route("**/rest/v1/slot_availability?*", (route) =>
    route.fulfill({ status: 500, json: { code: "X", message: "no", details: null, hint: null } }),
  );
  await page.goto(SCHEDULE);
  await expect(page.getByText("Failed to fetch availability data.").first()).toBeVisible();
  await page.context().close();
});

for (const width of [390, 1440]) {
  test(`the schedule reads well at ${width} px`, async ({ browser, baseURL }) => {
    const page = await openAs(browser, baseURL, "executive", { width, dark: width > 1000 });
    await page.goto(SCHEDULE);
    await expect(page.getByRole("button", { name: "Create Slot" })).toBeVisible();
    const findings = await new AxeBuilder({ page }).analyze();
    expect(findings.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.context().close();
  });
}
