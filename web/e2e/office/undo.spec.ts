import { type APIRequestContext, test } from "@playwright/test";
import { freeDay } from "../crew/pickup-days";
import { barriers } from "../support/barriers";
import { mailsWithWaiting } from "../support/booking-rows";
import { chooseDay } from "../support/calendar";
import { asService, expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";
import { executivePage } from "./executive-page";

/** What the office did to a booking is undone within ten minutes (rules: undo, undo-untold). */

test.describe.configure({ timeout: 120_000 });

async function booked(service: APIRequestContext, first_name: string, day: string) {
  const email = `undo.${first_name.toLowerCase()}.${tag()}@students.example`;
  const made = await service.post("/rest/v1/bookings", {
    data: {
      campus_id: 3,
      first_name,
      last_name: tag(),
      email,
      email_confirmed_at: new Date().toISOString(),
      pickup_date: day,
      pickup_time: "9:00 AM - 12:00 PM",
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const [row] = (await made.json()) as { id: string }[];
  return { id: row?.id ?? "", email };
}

async function rowOf(service: APIRequestContext, id: string) {
  const found = await service.get(`/rest/v1/bookings?id=eq.${id}`);
  return ((await found.json()) as { status: string; pickup_date: string }[])[0];
}

/** Subjects of the mails to an address, sent or waiting, without the one about the booking. */
async function mailsOf(service: APIRequestContext, email: string): Promise<string[]> {
  const mails = await mailsWithWaiting(service, email);
  return mails.map(({ subject }) => subject).filter((one) => !one.includes("received"));
}

test("a cancelled booking is undone from its record, by keys alone", async ({
  browser,
  baseURL,
}) => {
  const service = await asService(baseURL);
  const { id, email } = await booked(service, "Ana", freeDay());
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  const detail = page.getByRole("dialog");
  await detail.getByRole("button", { name: "Cancel booking" }).click();
  await detail.getByLabel("Why").fill("The wrong Ana");
  await detail.getByRole("button", { name: "Cancel free of charge" }).click();
  const last = detail.getByRole("region", { name: "Last change" });
  await expect(last).toContainText("Booking cancelled by you.");
  await expect(last.getByText(/^Time left to undo: (9:\d\d|10:00)$/)).toBeVisible();
  expect((await mailsOf(service, email)).some((one) => one.includes("cancelled"))).toBe(true);
  expect(await barriers(page, "[role=dialog]")).toEqual([]);
  // The toast is gone by then: the record still has it after a reload.
  await page.reload();
  const undo = last.getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.keyboard.press("Enter");
  await expect(detail.getByRole("button", { name: "Cancel booking" })).toBeVisible();
  await expect(last).toBeHidden();
  expect(await rowOf(service, id)).toMatchObject({ status: "pending" });
  expect((await mailsOf(service, email)).some((one) => one.includes("cancelled"))).toBe(false);
  await service.dispose();
  await page.context().close();
});

test("a moved date is undone from the toast, and its customer is told nothing", async ({
  browser,
  baseURL,
}) => {
  const [day, other] = [freeDay(), freeDay()];
  const service = await asService(baseURL);
  const { id, email } = await booked(service, "Ben", day);
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  const detail = page.getByRole("dialog");
  await detail.getByRole("button", { name: "Change date" }).click();
  await chooseDay(page, other);
  await detail.getByRole("button", { name: /^Move to/ }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Date Updated" });
  await expect(toast).toBeVisible();
  expect(await rowOf(service, id)).toMatchObject({ pickup_date: other });
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone")).toBeVisible();
  expect(await rowOf(service, id)).toMatchObject({ pickup_date: day });
  expect((await mailsOf(service, email)).some((one) => one.includes("now"))).toBe(false);
  await service.dispose();
  await page.context().close();
});

test("a status is undone, and who comes second is told", async ({ browser, baseURL }) => {
  const service = await asService(baseURL);
  const { id } = await booked(service, "Cleo", freeDay());
  const page = await executivePage(browser, baseURL);
  await page.goto(`/executive-dashboard?booking=${id}`);
  const detail = page.getByRole("dialog");
  await detail.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Confirmed" }).click();
  await detail.getByRole("button", { name: "Save status" }).click();
  const undo = detail
    .getByRole("region", { name: "Last change" })
    .getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  const second = await executivePage(browser, baseURL);
  await second.goto(`/executive-dashboard?booking=${id}`);
  const there = second.getByRole("dialog").getByRole("button", { name: "Undo" });
  await expect(there).toBeVisible();
  await undo.click();
  await expect.poll(async () => (await rowOf(service, id))?.status).toBe("pending");
  await there.click();
  await expect(second.getByText("undid this already.")).toBeVisible();
  await service.dispose();
  await page.context().close();
  await second.context().close();
});
