import { type APIRequestContext, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { mailsWithWaiting } from "../support/booking-rows";
import { chooseDay } from "../support/calendar";
import { campusDay } from "../support/customer-accounts";
import { countedPresses } from "../support/presses";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";

test.describe.configure({ timeout: 90_000 });

const LIST = "/admin-dashboard?tab=bookings";

/** An account whose owner proved the address, with a booking. */
async function customer(
  service: APIRequestContext,
  email: string,
  name: string,
  fields: Record<string, unknown>,
): Promise<{ userId: string; bookingId: string }> {
  const made = await service.post("/auth/v1/admin/users", {
    data: { email, password: "boxes-and-tape", email_confirm: true, user_metadata: { name } },
  });
  const { id: userId } = (await made.json()) as { id: string };
  await service.patch(`/rest/v1/users?id=eq.${userId}`, { data: { full_name: name } });
  const [first_name, last_name] = name.split(" ");
  const bookingId = await book(service, {
    user_id: userId,
    email,
    first_name,
    last_name,
    ...fields,
  });
  return { userId, bookingId };
}

async function book(service: APIRequestContext, fields: Record<string, unknown>): Promise<string> {
  const answer = await service.post("/rest/v1/bookings", {
    data: { campus_id: 2, building_name: "Nechako", ...fields },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const [row] = (await answer.json()) as { id: string }[];
  if (!row) throw new Error("no booking was stored");
  return row.id;
}

const related = (page: Page) => page.getByRole("region", { name: "Related bookings" });

test("two accounts of one person are merged after a preview, and the merge is undone", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const mark = tag();
  const phone = `+1604${Math.floor(2_000_000 + Math.random() * 7_000_000)}`;
  const name = `Noemi Twice${mark}`;
  const kept = await customer(service, `noemi.${mark}@students.example`, name, {
    phone,
    pickup_date: "2032-05-03",
  });
  const gone = await customer(service, `noemi.${mark}@mail.example`, name, {
    phone,
    pickup_date: "2032-05-05",
  });
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(`${LIST}&booking=${kept.bookingId}`);
  await expect(related(page)).toContainText("Same phone");
  expect(await barriers(page)).toEqual([]);
  await related(page).getByRole("button", { name: "Merge..." }).click();
  const dialog = page.getByRole("dialog", { name: "Merge two customers" });
  await expect(dialog.getByRole("region", { name: "What moves" })).toContainText("1 booking");
  await expect(dialog.getByRole("region", { name: "Goes into it" })).toContainText(
    `noemi.${mark}@mail.example`,
  );
  await expect(dialog.getByText("Address proved")).toHaveCount(2);
  await dialog.getByRole("button", { name: /^Merge into SS-/ }).click();
  const done = page.getByRole("dialog", { name: "Customers merged" });
  await expect(done).toContainText("You can undo it for ten minutes.");
  const owner = async () => {
    const answer = await service.get(`/rest/v1/bookings?id=eq.${gone.bookingId}&select=user_id`);
    return ((await answer.json()) as { user_id: string }[])[0]?.user_id;
  };
  expect(await owner()).toBe(kept.userId);
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(done).toBeHidden();
  expect(await owner()).toBe(gone.userId);

  // Again, and undone in the customer's file.
  await related(page).getByRole("button", { name: "Merge..." }).click();
  await dialog.getByRole("button", { name: /^Merge into SS-/ }).click();
  await done.getByRole("link", { name: "View customer" }).click();
  const file = page.getByRole("dialog", { name });
  const merged = file.getByRole("region", { name: "Merged customers" });
  await expect(merged).toContainText(`noemi.${mark}@mail.example`);
  await expect(file).toContainText("Bookings (2)");
  await merged.getByRole("button", { name: "Undo merge" }).click();
  await expect(merged).toBeHidden();
  await expect(file).toContainText("Bookings (1)");
  expect(await owner()).toBe(gone.userId);
  await page.context().close();
  await service.dispose();
});

test("customers who share no sign are merged from the file, by keyboard", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const mark = tag();
  const kept = await customer(service, `ida.${mark}@students.example`, `Ida Married${mark}`, {
    pickup_date: "2032-05-10",
  });
  const gone = await customer(service, `i.old.${mark}@mail.example`, `Ida Maiden${mark}`, {
    pickup_date: "2032-05-12",
    building_name: "Cassiar",
  });
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(`/admin-dashboard?tab=customers&customer=${kept.userId}`);
  const file = page.getByRole("dialog", { name: `Ida Married${mark}` });
  await file.getByRole("button", { name: "Merge with another customer" }).press("Enter");
  const picker = page.getByRole("dialog", { name: "Merge with another customer" });
  await picker.getByRole("searchbox").fill(`i.old.${mark}@mail.example`);
  const found = picker.getByRole("button", { name: `Ida Maiden${mark}` });
  await expect(found).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await found.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge two customers" });
  await expect(dialog.getByRole("region", { name: "Stays" })).toContainText(`Ida Married${mark}`);
  await dialog.getByRole("radio", { name: `Keep Ida Maiden${mark}` }).press("Space");
  await expect(dialog.getByRole("region", { name: "Stays" })).toContainText(`Ida Maiden${mark}`);
  await dialog.getByRole("radio", { name: `Keep Ida Married${mark}` }).press("Space");
  await expect(dialog.getByRole("region", { name: "Stays" })).toContainText(`Ida Married${mark}`);
  await dialog.getByRole("button", { name: /^Merge into SS-/ }).press("Enter");
  const done = page.getByRole("dialog", { name: "Customers merged" });
  await expect(done.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(done).toBeHidden();
  await expect(file).toContainText("Bookings (2)");
  const answer = await service.get(`/rest/v1/bookings?id=eq.${gone.bookingId}&select=user_id`);
  expect(await answer.json()).toEqual([{ user_id: kept.userId }]);
  await page.context().close();
  await service.dispose();
});

test("a merge on one pickup day is refused with what to do first", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const mark = tag();
  const fields = { pickup_date: "2032-05-07", phone: null };
  const name = `Ines Sameday${mark}`;
  const kept = await customer(service, `ines.${mark}@students.example`, name, fields);
  await customer(service, `ines.${mark}@mail.example`, name, fields);
  const page = await openAs(browser, baseURL, "executive");
  await page.goto(`${LIST}&booking=${kept.bookingId}`);
  await related(page).getByRole("button", { name: "Merge..." }).click();
  const dialog = page.getByRole("dialog", { name: "Merge two customers" });
  await expect(dialog.getByRole("alert")).toContainText("Cancel or move one of them first.");
  await expect(dialog.getByRole("button", { name: /^Merge into SS-/ })).toBeDisabled();
  expect(await barriers(page)).toEqual([]);
  await page.context().close();
  await service.dispose();
});

test("what is no duplicate is remembered, and both marks go", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const mark = tag();
  const fields = { email: `grace.${mark}@mail.example`, last_name: `Okafor${mark}` };
  const [mia] = [
    await book(service, { ...fields, first_name: "Mia" }),
    await book(service, { ...fields, first_name: "Leo" }),
  ];
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(`${LIST}&q=grace.${mark}`);
  await expect(page.getByText("Possible duplicate")).toHaveCount(2);
  await page.goto(`${LIST}&q=grace.${mark}&booking=${mia}`);
  const record = page.getByRole("dialog", { name: `Mia Okafor${mark}` });
  await expect(record.getByText("Possible duplicate", { exact: true })).toBeVisible();
  await related(page).getByRole("button", { name: "Not a duplicate" }).press("Enter");
  await expect(record.getByText("Possible duplicate", { exact: true })).toBeHidden();
  await page.reload();
  await expect(record).toBeVisible();
  await expect(record.getByText("Possible duplicate", { exact: true })).toHaveCount(0);
  await record.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("2 bookings found")).toBeVisible();
  await expect(page.getByText("Possible duplicate")).toHaveCount(0);
  await page.context().close();
  await service.dispose();
});

test("a family of three is moved from one child's record, and the parent has one mail", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const mark = tag();
  const [day, other] = [await campusDay(service, 262), await campusDay(service, 276)];
  const email = `parent.${mark}@mail.example`;
  const children = ["Mia", "Leo", "Ana"].map((first_name) => `${first_name} Family${mark}`);
  const ids: string[] = [];
  for (const child of children) {
    const [first_name, last_name] = child.split(" ");
    const pickup = { pickup_date: day, pickup_time: "9:00 AM - 12:00 PM", campus_id: 3 };
    const proved = { guest_email: email, email_confirmed_at: new Date().toISOString() };
    ids.push(await book(service, { first_name, last_name, email, ...pickup, ...proved }));
  }
  const page = await openAs(browser, baseURL, "admin", { fresh: true });
  await page.goto(`${LIST}&q=${email}`);
  await expect(page.getByText("3 bookings found")).toBeVisible();
  const presses = countedPresses();
  await presses.click(page.getByRole("link", { name: /^View booking of Mia/ }));
  await expect(related(page)).toContainText("Also booked with this email or phone: Leo, Ana.");
  await expect(related(page).getByRole("checkbox", { name: `Ana Family${mark}` })).toBeChecked();
  await presses.click(related(page).getByRole("button", { name: "Move all..." }));
  const move = page.getByRole("dialog", { name: "Move 3 pickups" });
  await presses.press(() => chooseDay(page, other));
  await expect(move.getByRole("list", { name: "Places" })).toContainText("3 pickups");
  await presses.click(move.getByRole("button", { name: /^Move 3 to/ }));
  await expect(move.getByRole("status")).toContainText("3 bookings moved.");
  expect(presses.count()).toBeLessThan(6);
  const found = await service.get(`/rest/v1/bookings?select=pickup_date&id=in.(${ids.join(",")})`);
  expect(await found.json()).toEqual(Array(3).fill({ pickup_date: other }));
  const moved = async () => {
    const all = await mailsWithWaiting(service, email);
    return all.filter(({ subject }) => subject.includes("moved"));
  };
  await expect.poll(async () => (await moved()).length).toBe(1);
  for (const child of children) expect((await moved())[0]?.text).toContain(child);
  await page.context().close();
  await service.dispose();
});
