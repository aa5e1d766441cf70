import { type APIRequestContext, test } from "@playwright/test";
import { asPerson } from "../crew/labels";
import { barriers } from "../support/barriers";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
} from "../support/customer-accounts";
import { expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";

test.use({ viewport: { width: 390, height: 844 } });

/** A customer whose items were picked up today. */
async function stored(
  request: APIRequestContext,
  baseURL: string | undefined,
  first: string,
  items: number,
): Promise<{ id: string; email: string }> {
  const email = newAddress(first.toLowerCase());
  const userId = await confirmedAccount(request, email, `${first} ${tag()}`);
  const today = await campusDay(request, 0);
  const { id } = await booking(request, userId, email, {
    first_name: first,
    last_name: tag(),
    pickup_date: today,
  });
  const crew = await asPerson(baseURL, "worker");
  const day = await crew.post("/rest/v1/rpc/pickup_day", { data: { campus_id: 2, day: today } });
  const { waiting } = (await day.json()) as { waiting: { booking_id: string; queue_id: string }[] };
  const queue_id = waiting.find(({ booking_id }) => booking_id === id)?.queue_id;
  const done = await crew.post("/rest/v1/rpc/set_pickup_status", {
    data: { queue_id, status: "completed", items },
  });
  expect(done.ok(), await done.text()).toBe(true);
  await crew.dispose();
  return { id, email };
}

test("a customer stores longer by a term and sees the total first; the office sees it", async ({
  browser,
  page,
  request,
  baseURL,
}) => {
  const { id, email } = await stored(request, baseURL, "Lou", 4);
  await openSignedIn(page, "/customer-dashboard", email);
  const bar = page.getByRole("navigation", { name: "This booking" });
  await bar.getByRole("button", { name: "Store Longer" }).click();
  const dialog = page.getByRole("dialog", { name: "Store Longer" });
  await dialog.getByRole("radio", { name: /One term, 4 months/ }).click();
  const press = dialog.getByRole("button", { name: /^Store longer for \$/ });
  await expect(dialog.getByRole("status")).toContainText("for the whole storage");
  expect(await barriers(page, "[role=dialog]")).toEqual([]);

  // Without a signal nothing is changed, and the same press works later.
  await page.context().setOffline(true);
  await press.click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing was changed");
  await page.context().setOffline(false);
  await press.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Stored until/)).toBeVisible();

  await expect
    .poll(async () => {
      const mails = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      return ((await mails.json()) as { subject: string }[])
        .map(({ subject }) => subject)
        .join("\n");
    })
    .toContain("Stored until");

  const office = await openAs(browser, baseURL, "admin", { fresh: true });
  await office.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  await office.getByRole("button", { name: "Store longer" }).click();
  await expect(office.getByRole("combobox", { name: "How long" })).toContainText("One term");
  await office.context().close();
});
