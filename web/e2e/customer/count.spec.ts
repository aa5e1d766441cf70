import { expect, test } from "@playwright/test";
import { asPerson } from "../crew/labels";
import { barriers } from "../support/barriers";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
} from "../support/customer-accounts";
import { openItem } from "../support/inbox";
import { openAs } from "../support/staff-session";
import { tag } from "../support/tag";

/** The crew's count beside the quote (rule: quote-that-is-kept). */

test.use({ viewport: { width: 390, height: 844 } });

test("another count than quoted is shown to its customer, who objects or accepts", async ({
  browser,
  page,
  request,
  baseURL,
}) => {
  const email = newAddress("count");
  const userId = await confirmedAccount(request, email, `Ines ${tag()}`);
  const today = await campusDay(request, 0);
  const { id } = await booking(request, userId, email, {
    first_name: "Ines",
    last_name: tag(),
    pickup_date: today,
    expected_items: 8,
    pricing: "bundle",
  });
  await openSignedIn(page, "/customer-dashboard", email);
  const card = page.getByRole("region", { name: "Your price" });
  await expect(card).toContainText("8 items: Medium Bundle");

  const crew = await asPerson(baseURL, "worker");
  const day = await crew.post("/rest/v1/rpc/pickup_day", { data: { campus_id: 2, day: today } });
  const { waiting } = (await day.json()) as { waiting: { booking_id: string; queue_id: string }[] };
  const queue_id = waiting.find(({ booking_id }) => booking_id === id)?.queue_id;
  const done = await crew.post("/rest/v1/rpc/set_pickup_status", {
    data: { queue_id, status: "completed", items: 9 },
  });
  expect(done.ok(), await done.text()).toBe(true);

  // The open page follows.
  await expect(card).toContainText(/8 quoted, 9 counted: \+\$47\.25 a month/);
  expect(await barriers(page, "main")).toEqual([]);
  await card.getByRole("link", { name: "The count is wrong" }).click();
  await page.getByLabel(/Your message about the count/).fill("The lamp was not mine.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("article", { name: "Count of items" })).toContainText("The lamp");
  const office = await openAs(browser, baseURL, "admin");
  const message = await openItem(office, "conversation", `Ines ${tag()}`);
  await expect(message).toContainText("The lamp was not mine.");
  await office.context().close();

  await page.context().setOffline(true);
  await card.getByRole("button", { name: "The count is right" }).click();
  await expect(card.getByText(/can't reach the server/i)).toBeVisible();
  await page.context().setOffline(false);
  await card.getByRole("button", { name: "The count is right" }).click();
  await expect(card).toContainText("You accepted this count.");
  await page.reload();
  await expect(card).toContainText("You accepted this count.");
  await crew.dispose();
});
