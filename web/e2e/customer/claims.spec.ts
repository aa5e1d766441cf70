import { test } from "@playwright/test";
import { asPerson, photo } from "../crew/labels";
import {
  booking,
  confirmedAccount,
  newAddress,
  openSignedIn,
  PASSWORD,
} from "../support/customer-accounts";
import { inboxRows, openItem } from "../support/inbox";
import { expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";

test("a damaged item is claimed from My Storage and answered with words", async ({
  browser,
  baseURL,
  request,
}) => {
  const email = newAddress("claim");
  const made = await confirmedAccount(request, email, `Claude ${tag()}`);
  const { id: booked } = await booking(request, made, email, {
    first_name: "Claude",
    last_name: tag(),
  });
  const owner = await asPerson(baseURL, email, PASSWORD);
  const admin = await asPerson(baseURL, "admin");
  const lamp = `Lamp ${tag()}`;
  const item = crypto.randomUUID();
  const added = await owner.post("/rest/v1/rpc/add_item", {
    data: {
      booking_id: booked,
      item_id: item,
      kind: "box",
      description: lamp,
      boxed: true,
      declared_value_cents: 20_000,
    },
  });
  expect(added.ok(), await added.text()).toBe(true);

  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await openSignedIn(page, "/customer-dashboard", email);
  const row = page
    .getByRole("list", { name: "Items of this booking" })
    .getByRole("listitem")
    .filter({ hasText: lamp });
  await expect(row).toBeVisible();
  await expect(row.getByRole("button", { name: /Something is wrong/ })).toHaveCount(0);

  // The page follows what the crew scans.
  const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString();
  const record = (kind: string, seconds: number) =>
    admin.post("/rest/v1/rpc/record_events", {
      data: { events: [{ id: crypto.randomUUID(), kind, at: at(seconds), item_id: item }] },
    });
  await record("picked_up", 1);
  await expect(row.getByText(/^Picked up \w+ \d+$/)).toBeVisible();
  await record("loaded", 2);
  await record("delivered", 3);
  await expect(row.getByText("Delivered", { exact: true })).toBeVisible();

  await row.getByRole("button", { name: /Something is wrong/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("protection pays at most $200");
  await dialog.getByRole("button", { name: "Send the claim" }).click();
  await expect(dialog.getByText("Please say what happened.")).toBeVisible();
  await dialog.getByLabel("Tell us more").fill("The shade broke on the way.");
  await dialog.getByLabel(/How much do you ask for/).fill("150");
  for (const shown of [1, 2]) {
    await dialog
      .locator("input[type=file]")
      .last()
      .setInputFiles(await photo());
    await expect(dialog.getByAltText("What was chosen")).toHaveCount(shown);
  }
  const pictures = process.env.PICTURES;
  if (pictures) await page.screenshot({ path: `${pictures}/claim.png` });
  await dialog.getByRole("button", { name: "Send the claim" }).click();
  await expect(row.getByText("Your claim for $150 is with us.")).toBeVisible();

  const office = await openAs(browser, baseURL, "admin");
  await office.goto("/admin-dashboard?tab=needs-person");
  await expect(office.getByRole("tab", { name: /^Needs a person \d+ waiting$/ })).toBeVisible();
  const claim = await openItem(office, "claim", lamp);
  await expect(claim).toContainText("The shade broke on the way.");
  await expect(claim.getByRole("button", { name: /Photo of the claim/ })).toHaveCount(2);
  if (pictures) await office.screenshot({ path: `${pictures}/claim-office.png` });
  await claim.getByLabel("Give, in dollars").fill("120");
  await claim
    .getByLabel("Reason for the customer")
    .fill("The photo shows it; a used one costs 120.");
  await claim.getByRole("button", { name: /^Give this amount/ }).click();
  await expect(claim).toHaveCount(0);
  await expect(inboxRows(office, lamp)).toHaveCount(0);
  await page.reload();
  await expect(row).toContainText("$120 credit");
  await expect(row).toContainText("a used one costs 120");

  // No invoice used the credit up: an executive pays it out, once.
  const credit = await openItem(office, "claim_credit", lamp);
  await expect(credit).toContainText("$120 of $120 left");
  await expect(credit.getByRole("button", { name: /^Pay out/ })).toHaveCount(0);
  const executive = await openAs(browser, baseURL, "executive");
  const owed = await openItem(executive, "claim_credit", lamp);
  await owed.getByRole("button", { name: /^Pay out \$120/ }).click();
  await expect(inboxRows(executive, lamp)).toHaveCount(0);
  await page.reload();
  await expect(row).toContainText("We paid $120 of it out to you.");
  await page.goto("/customer-dashboard/payments");
  await expect(page.getByText("Your claim for an item, paid out to you").first()).toBeVisible();
  await executive.context().close();
  if (pictures) await page.screenshot({ path: `${pictures}/claim-answer.png`, fullPage: true });
  await context.close();
  await office.context().close();
  await Promise.all([owner.dispose(), admin.dispose()]);
});
