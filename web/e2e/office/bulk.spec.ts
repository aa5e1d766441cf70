import { type APIRequestContext, type Page, test } from "@playwright/test";
import { address, freeDay, stops } from "../crew/pickup-days";
import { adminApi, done } from "../crew/run-days";
import { mailsWithWaiting, setPlaces } from "../support/booking-rows";
import { chooseDay } from "../support/calendar";
import { countedPresses } from "../support/presses";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";

test.describe.configure({ timeout: 120_000 });

const CAMPUS = 3;
const dialog = (page: Page, name: RegExp | string) => page.getByRole("dialog", { name });
const tomorrowOf = (day: string) =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

interface Made {
  id: string;
  email: string;
}

/** Guests' bookings, whose addresses are confirmed. */
async function booked(
  service: APIRequestContext,
  rows: readonly Record<string, unknown>[],
): Promise<Made[]> {
  const made = await service.post("/rest/v1/bookings", {
    data: rows.map((row, index) => ({
      campus_id: CAMPUS,
      last_name: tag(),
      email: `guest.${index}.${tag()}@students.example`,
      pickup_time: "9:00 AM - 12:00 PM",
      ...row,
    })),
  });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()) as Made[];
}

async function daysOf(service: APIRequestContext, made: readonly Made[]): Promise<string[]> {
  const ids = made.map(({ id }) => id).join(",");
  const found = await service.get(
    `/rest/v1/bookings?select=pickup_date&id=in.(${ids})&order=pickup_date`,
  );
  return ((await found.json()) as { pickup_date: string }[]).map(({ pickup_date }) => pickup_date);
}

test("a flooded building: twelve pickups go to tomorrow and everyone is told", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const [tomorrow] = [tomorrowOf(day), freeDay()];
  const service = await asService(baseURL);
  await setPlaces(service, { campus_id: CAMPUS, date: tomorrow, time_of_day: "morning" }, 11);
  const names = Array.from({ length: 12 }, (_, index) => `Flooded${index}`);
  const made = await booked(service, [
    ...names.map((first_name, index) => ({
      first_name,
      email: `flood.${index}.${tag()}@students.example`,
      building_name: "Skeena",
      pickup_date: day,
    })),
    { first_name: "Dry", building_name: "Nechako", pickup_date: day },
  ]);
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto(address(day));
  await expect(stops(page)).toHaveCount(13);
  const presses = countedPresses();
  await presses.type(page.getByRole("searchbox"), "Skeena");
  await expect(stops(page)).toHaveCount(12);
  await presses.click(page.getByRole("button", { name: "Select", exact: true }));
  await presses.click(page.getByRole("button", { name: "Select all 12 stops" }));
  const bar = page.getByRole("region", { name: "Selected stops" });
  await expect(bar).toContainText("12 stops selected");
  await presses.click(bar.getByRole("button", { name: "Move" }));
  const move = dialog(page, "Move 12 pickups");
  await presses.press(() => chooseDay(page, tomorrow));
  await expect(move.getByRole("list", { name: "Places" })).toContainText(
    "12 pickups, 11 of 11 places left",
  );
  await presses.click(move.getByRole("combobox", { name: "Reason" }));
  await presses.click(page.getByRole("option", { name: "Building" }));
  await presses.click(move.getByRole("button", { name: /^Move 12 to/ }));
  await expect(move.getByRole("status")).toContainText("11 bookings moved, 1 not.");
  await expect(move.getByRole("region", { name: "Not moved" })).toContainText("is full");
  expect(presses.count()).toBeLessThan(12);
  const [last] = await daysOf(service, made.slice(0, 12));
  expect(last).toBe(day);
  // What was not done is still selected, and goes after a place is there.
  const window = `campus_id=eq.${CAMPUS}&date=eq.${tomorrow}&time_of_day=eq.morning`;
  const wider = { capacity: 12, available_slots: 1 };
  await service.patch(`/rest/v1/slot_availability?${window}`, { data: wider });
  await move.getByRole("button", { name: "Close" }).last().click();
  await expect(bar).toContainText("1 stop selected");
  await bar.getByRole("button", { name: "Move" }).click();
  await chooseDay(page, tomorrow);
  const rest = dialog(page, "Move 1 pickup");
  await rest.getByRole("button", { name: /^Move 1 to/ }).click();
  await expect(rest.getByRole("status")).toContainText("1 booking moved.");
  await rest.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Done selecting" }).click();
  expect(await daysOf(service, made)).toEqual([day, ...Array(12).fill(tomorrow)]);
  for (const { email } of made.slice(0, 12)) {
    await expect
      .poll(async () => (await mailsWithWaiting(service, email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining("Your pickup is now"));
  }
  await page.context().close();
  await service.dispose();
});

test("a family of three is moved with one mail that names each child", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const other = freeDay();
  const service = await asService(baseURL);
  const email = `mother.${tag()}@students.example`;
  const made = await booked(
    service,
    ["Ana", "Ben", "Cleo"].map((first_name) => ({
      first_name,
      email,
      pickup_date: day,
      email_confirmed_at: new Date().toISOString(),
    })),
  );
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto("/admin-dashboard?tab=bookings");
  await expect(page.getByRole("link", { name: /^View booking of/ }).first()).toBeVisible();
  const presses = countedPresses();
  await presses.type(page.getByRole("searchbox"), email);
  await expect(page.getByText("3 bookings found")).toBeVisible();
  await presses.click(page.getByRole("checkbox", { name: "Select all bookings" }));
  const bar = page.getByRole("region", { name: "Selected bookings" });
  await presses.click(bar.getByRole("button", { name: "Move" }));
  const move = dialog(page, "Move 3 pickups");
  await presses.press(() => chooseDay(page, other));
  await presses.click(move.getByRole("button", { name: /^Move 3 to/ }));
  await expect(move.getByRole("status")).toContainText("3 bookings moved.");
  expect(presses.count()).toBeLessThan(6);
  expect(await daysOf(service, made)).toEqual([other, other, other]);
  const moved = async () =>
    (await mailsWithWaiting(service, email)).filter(({ subject }) => subject.includes("moved"));
  await expect.poll(async () => (await moved()).length).toBe(1);
  const [mail] = await moved();
  for (const name of ["Ana", "Ben", "Cleo"]) expect(mail?.text).toContain(`${name} ${tag()}`);
  await page.context().close();
  await service.dispose();
});

test("bookings are selected by keyboard, confirmed, exported and cancelled", async ({
  browser,
  baseURL,
}) => {
  const day = freeDay();
  const service = await asService(baseURL);
  const made = await booked(
    service,
    Array.from({ length: 60 }, (_, index) => ({
      first_name: `Many${index}`,
      last_name: `Keyboard${tag()}`,
      email: `many.${index}.${tag()}@students.example`,
      pickup_date: day,
    })),
  );
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto(`/admin-dashboard?tab=bookings&q=Keyboard${tag()}`);
  await expect(page.getByText("60 bookings found")).toBeVisible();
  const boxes = page.getByRole("checkbox", { name: /^Select Many/ });
  const bar = page.getByRole("region", { name: "Selected bookings" });
  await boxes.nth(1).focus();
  await page.keyboard.press("Space");
  await boxes.nth(3).focus();
  await page.keyboard.press("Shift+Space");
  await expect(bar).toContainText("3 bookings selected");
  // A selection stays on another page.
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByText("51–60 of 60")).toBeVisible();
  await expect(bar).toContainText("3 bookings selected");
  await page.keyboard.press("b");
  await expect(bar.getByRole("button", { name: "Move" })).toBeFocused();
  await bar.getByRole("button", { name: "Confirm" }).focus();
  await page.keyboard.press("Enter");
  const confirm = dialog(page, "Confirm 3 bookings");
  await confirm.getByRole("button", { name: "Confirm 3 bookings" }).focus();
  await page.keyboard.press("Enter");
  await expect(confirm.getByRole("status")).toContainText("3 bookings confirmed.");
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();

  // All that match, also those of other pages.
  await boxes.first().click();
  await bar.getByRole("button", { name: "Select all 60" }).click();
  await expect(bar).toContainText("60 bookings selected");
  const file = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export" }).click();
  expect((await file).suggestedFilename()).toMatch(/^bookings_/);
  await service.patch(`/rest/v1/bookings?id=eq.${made[0]?.id}`, { data: { status: "delivered" } });
  await bar.getByRole("button", { name: "Cancel bookings" }).click();
  const cancel = dialog(page, "Cancel 60 bookings");
  await expect(cancel).toContainText("Free for all.");
  await expect(cancel).toContainText("1 booking cannot be cancelled.");
  await cancel.getByRole("textbox", { name: "Why" }).fill("The building is sold");
  await cancel.getByRole("button", { name: "Cancel 59 bookings" }).click();
  await expect(cancel.getByRole("status")).toContainText("59 bookings cancelled, 1 not.");
  await expect(cancel.getByRole("region", { name: "Not cancelled" })).toContainText(
    "delivered already",
  );
  const report = page.waitForEvent("download");
  await cancel.getByRole("button", { name: "Save report" }).click();
  expect((await report).suggestedFilename()).toBe("bookings_cancelled.csv");
  await page.context().close();
  await service.dispose();
});

test("a range is selected by touch", async ({ browser, baseURL }) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await booked(
    service,
    Array.from({ length: 6 }, (_, index) => ({
      first_name: `Touch${index}`,
      email: `touch.${index}.${tag()}@students.example`,
      pickup_date: day,
    })),
  );
  const phone = { width: 390, height: 844, touch: true, fresh: true };
  const page = await openAs(browser, baseURL, "admin", phone);
  await page.goto(address(day));
  await expect(stops(page)).toHaveCount(6);
  await page.getByRole("button", { name: /day, search and Add Pickup/ }).tap();
  await page.getByRole("button", { name: "Select", exact: true }).tap();
  const boxes = page.getByRole("checkbox", { name: /^Select Touch/ });
  await boxes.nth(1).tap();
  const bar = page.getByRole("region", { name: "Selected stops" });
  await bar.getByRole("button", { name: "Range" }).tap();
  await boxes.nth(4).tap();
  await expect(bar).toContainText("4 stops selected");
  await page.context().close();
  await service.dispose();
});

test("a hundred stops are dealt to another van", async ({ browser, baseURL }) => {
  const day = freeDay();
  const service = await asService(baseURL);
  await booked(
    service,
    Array.from({ length: 100 }, (_, index) => ({
      first_name: `Dealt${index}`,
      email: `dealt.${index}.${tag()}@students.example`,
      pickup_date: day,
    })),
  );
  const api = await adminApi(baseURL);
  const van = `Van ${tag()}`;
  await done(api, "create_run", { campus_id: CAMPUS, date: day, name: van });
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto(`/admin-dashboard?tab=runs&campus=${CAMPUS}&date=${day}`);
  await expect(page.locator("li[data-stop]")).toHaveCount(100);
  const presses = countedPresses();
  const all = page.getByRole("button", { name: /^Select all/ }).and(page.locator(":enabled"));
  await presses.click(all);
  const bar = page.getByRole("region", { name: "Selected stops" });
  await expect(bar).toContainText("100 stops selected");
  await presses.click(bar.getByRole("button", { name: van }));
  await expect(page.getByRole("region", { name: van }).locator("li[data-stop]")).toHaveCount(100);
  expect(presses.count()).toBeLessThan(6);
  await page.context().close();
  await api.dispose();
  await service.dispose();
});

test("a list is written to, one mail a person, with a report", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const mother = `parent.${tag()}@students.example`;
  const other = `alone.${tag()}@students.example`;
  const last_name = `Written${tag()}`;
  const made = await booked(
    service,
    [
      { first_name: "Ana", email: mother },
      { first_name: "Ben", email: mother },
      { first_name: "Cleo", email: other },
    ].map((row) => ({ ...row, last_name, email_confirmed_at: new Date().toISOString() })),
  );
  expect(made).toHaveLength(3);
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto(`/admin-dashboard?tab=bookings&q=${last_name}`);
  await page.getByRole("checkbox", { name: "Select all bookings" }).click();
  const bar = page.getByRole("region", { name: "Selected bookings" });
  await bar.getByRole("button", { name: "Message" }).click();
  const form = dialog(page, "Message to 3 bookings");
  await form.getByRole("textbox", { name: "Subject" }).fill("About {{student}}");
  await form.getByRole("textbox", { name: "Message" }).fill("Hi {{nickname}}");
  await form.getByRole("button", { name: "Preview" }).click();
  await expect(form.getByRole("alert")).toContainText("There is no {{nickname}}.");
  await form.getByRole("textbox", { name: "Message" }).fill("Hi {{first name}}, please call us.");
  await form.getByRole("button", { name: "Preview" }).click();
  const preview = form.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("2 people by email");
  await form.getByRole("button", { name: "Send to 2 people" }).click();
  await expect(form).toContainText("3 bookings written to.");
  await expect(form).toContainText("2 emails sent, 0 waiting, 0 failed.");
  const [mail] = (await mailsWithWaiting(service, other)).filter(({ subject }) =>
    subject.includes("About"),
  );
  expect(mail?.subject).toBe(`About Cleo ${last_name}`);
  expect(mail?.text).toContain("Hi Cleo, please call us.");
  const both = (await mailsWithWaiting(service, mother)).map(({ subject }) => subject);
  expect(both.filter((words) => words.startsWith("About"))).toHaveLength(1);
  // It is on the record of each booking.
  await form.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("link", { name: `View booking of Ben ${last_name}` }).click();
  await expect(page.getByRole("dialog")).toContainText(
    new RegExp(`About (Ana|Ben) ${last_name} and (Ana|Ben) ${last_name}`),
  );

  // Customers have the same boxes and bar.
  await page.goto("/admin-dashboard?tab=customers");
  await page
    .getByRole("checkbox", { name: /^Select / })
    .nth(1)
    .click();
  await expect(page.getByRole("region", { name: "Selected customers" })).toContainText("Message");
  await page.context().close();
  await service.dispose();
});
