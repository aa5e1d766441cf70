import { test } from "@playwright/test";
import { campusDay } from "../support/customer-accounts";
import { asService, expect } from "../support/staff-session";
import { executivePage, kept } from "./executive-page";

/** What executives see first: the season's figures. */

test.describe.configure({ timeout: 120_000 });

const tag = `${Date.now().toString(36)}o`;

test("what is charged and paid stands in the overview, drawn and as a table", async ({
  browser,
  baseURL,
  request,
}) => {
  const today = await campusDay(request);
  const service = await asService(baseURL);
  const made = await service.post("/rest/v1/bookings", {
    data: {
      first_name: "Pia",
      last_name: `Paid ${tag}`,
      email: `paid.${tag}@students.example`,
      pickup_date: today,
      campus_id: 3,
      status: "confirmed",
    },
  });
  const [{ id: booking_id }] = (await made.json()) as [{ id: string }];
  const counted = await service.post("/rest/v1/pickups", {
    data: { booking_id, pickup_date: today, items_counted: 4, status: "completed" },
  });
  expect(counted.status(), await counted.text()).toBe(201);
  await service.dispose();
  const page = await executivePage(browser, baseURL);
  await page.goto("/executive-dashboard?tab=overview&campus=3");
  await expect(page.getByRole("table", { name: "What is owed by age" })).toBeVisible();
  const { access_token } = JSON.parse((await kept(page)) ?? "{}");
  const ask = async (name: string, data: object) => {
    const headers = { apikey: "anon", authorization: `Bearer ${access_token}` };
    const answer = await request.post(`/rest/v1/rpc/${name}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return await answer.json();
  };
  const { invoices } = (await ask("statement", { booking_id })) as {
    invoices: [{ reference: string; owed_cents: number }];
  };
  await ask("record_payment", {
    reference: invoices[0].reference,
    amount_cents: invoices[0].owed_cents,
    received_on: today,
    bank_reference: `CA${tag}`,
  });
  await page.reload();
  const received = page.getByRole("listitem").filter({ hasText: "Revenue received" });
  await expect(received).toContainText(/\$[1-9]/);
  for (const figure of ["Stops per crew hour", "Missed pickups", "Revenue per booking"])
    await expect(page.getByRole("listitem").filter({ hasText: figure })).toBeVisible();
  for (const table of ["Revenue by campus", "Bookings by source", "Staff"])
    await expect(page.getByRole("table", { name: table })).toBeVisible();
  // The chart has an axis of dollars, and tells the values of what is pointed at.
  const chart = page.locator("svg").filter({ hasText: /booked, .* received/ });
  await expect(chart.locator("text").filter({ hasText: /^\$0$/ })).toBeVisible();
  await expect(chart.locator("title").last()).toHaveText(
    /^\w+ \d{4}: \$[1-9].* booked, \$[1-9].* received$/,
  );
  await page.getByRole("button", { name: /^Show table.*Revenue booked and received/ }).click();
  const month = page.getByRole("table", { name: "Revenue booked and received by month" });
  await expect(month.getByRole("row").last()).toContainText(/\$[1-9].*\$[1-9].*\$[1-9]/);
  await page.context().close();
});
