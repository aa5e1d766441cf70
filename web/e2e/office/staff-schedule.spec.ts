import { test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { asService, expect, look, openAs } from "../support/staff-session";

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

  // The week above it too: what it reads anew moves the buttons below.
  await expect(page.getByRole("heading", { name: "0 of 3 places taken" })).toBeVisible();
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

  // Each new slot is proposed for a time that has none, until every one has.
  const next = new Date(Date.parse(date) + 9001 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(SCHEDULE.replace(date, next));
  for (const part of ["Morning", "Afternoon", "Evening"]) {
    await expect(time).toHaveText(part);
    await page.getByRole("button", { name: "Create Slot" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: part })).toContainText("5/5");
  }
  await expect(page.getByText("Every time of day has a slot.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Slot" })).toHaveCount(0);
  await page.getByRole("button", { name: "Edit Evening slot" }).click();
  await expect(page.getByRole("button", { name: "Update Slot" })).toBeVisible();
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
  await page.getByRole("option", { name: "TRU Kamloops" }).click();
  await expect(page).toHaveURL(/campus=3/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Campus" })).toHaveText("TRU Kamloops");
  await page.context().close();
});

test("an executive copies a week; what the other one has stays, and an admin does not", async ({
  browser,
  baseURL,
}) => {
  // Weeks of their own for each run.
  const sunday = Date.UTC(2070, 0, 5 + 28 * (Math.floor(Date.now() / 1000) % 300));
  const day = (days: number) => new Date(sunday + days * 86_400_000).toISOString().slice(0, 10);
  const service = await asService(baseURL);
  const slots = [
    { date: day(1), capacity: 4, available_slots: 1, time_of_day: "morning" },
    { date: day(2), capacity: 6, available_slots: 6, time_of_day: "morning" },
    { date: day(9), capacity: 2, available_slots: 2, time_of_day: "morning" },
  ];
  for (const slot of slots) {
    const made = await service.post("/rest/v1/slot_availability", {
      data: { campus_id: 2, ...slot },
    });
    expect(made.status(), await made.text()).toBe(201);
  }
  await service.dispose();
  const address = `/admin-dashboard?tab=schedule&campus=2&date=${day(1)}`;
  const page = await openAs(browser, baseURL, "executive");
  await page.goto(address);
  await expect(page.getByText("3 of 10 places taken")).toBeVisible();
  await expect(page.getByText("3 of 4 taken")).toBeVisible();
  await page.getByRole("button", { name: "Copy week" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy week" });
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText("1 slot copied.")).toBeVisible();
  await expect(page.getByText(/^1 stayed as they were/)).toBeVisible();
  await page.goto(address.replace(day(1), day(8)));
  await expect(page.getByText("Available: 4/4 slots")).toBeVisible();
  await expect(page.getByText("0 of 6 places taken")).toBeVisible();
  await page.context().close();
  const admin = await openAs(browser, baseURL, "admin");
  await admin.goto(address);
  await expect(admin.getByText("3 of 10 places taken")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Copy week" })).toHaveCount(0);
  await admin.context().close();
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

test("the schedule reads well at 390 and 1440 px", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "executive");
  await page.goto(SCHEDULE);
  for (const [width, theme] of [
    [390, "light"],
    [1440, "dark"],
  ] as const) {
    await look(page, width, theme);
    await expect(page.getByRole("button", { name: "Create Slot" })).toBeVisible();
    expect(await barriers(page), `${width} px`).toEqual([]);
  }
  await page.context().close();
});

test("at a page's end no toast lies on its last buttons", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "executive");
  for (const [index, { width, height }] of [
    { width: 320, height: 640 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ].entries()) {
    await page.setViewportSize({ width, height });
    const day = new Date(Date.UTC(2040, 0, 1 + offset + index)).toISOString().slice(0, 10);
    await page.goto(`/admin-dashboard?tab=schedule&campus=1&date=${day}`);
    const create = page.getByRole("button", { name: "Create Slot" });
    await create.click();
    const toast = page.locator("[data-sonner-toast]").first();
    await expect(toast).toBeVisible();
    // It stays as long as it is pointed at.
    await toast.hover();
    await expect(page.getByRole("button", { name: "Edit Morning slot" })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(create).toBeInViewport();
    const [last, over] = [await create.boundingBox(), await toast.boundingBox()];
    if (!(last && over)) throw new Error("one of them is gone");
    const apart = last.x + last.width <= over.x || last.y + last.height <= over.y;
    expect(apart, `${width} px: the toast lies on Create Slot`).toBe(true);
  }
  await page.context().close();
});
