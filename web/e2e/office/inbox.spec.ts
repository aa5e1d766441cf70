import type { Page } from "@playwright/test";
import { test } from "@playwright/test";
import { asPerson, freeLabels } from "../crew/labels";
import { barriers } from "../support/barriers";
import { inboxRows } from "../support/inbox";
import { pictures } from "../support/pictures";
import { expect, openAs } from "../support/staff-session";

/** One list of what needs a person: taken, snoozed and decided. */

test.describe.configure({ timeout: 120_000 });

const choice = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Items" }).getByRole("link", { name });

test("a case is taken, another snoozed, and one decided by keys", async ({ browser, baseURL }) => {
  const api = await asPerson(baseURL, "admin");
  const [first = "", second = ""] = await freeLabels(api, 2);
  const at = new Date().toISOString();
  const events = [first, second].map((label) => ({
    id: crypto.randomUUID(),
    kind: "picked_up",
    at,
    label,
  }));
  await api.post("/rest/v1/rpc/record_events", { data: { events } });

  const ana = await openAs(browser, baseURL, "admin", { fresh: true });
  const ben = await openAs(browser, baseURL, "admin", { fresh: true });
  await ana.goto("/admin-dashboard?tab=needs-person&kind=scan");
  await ben.goto("/admin-dashboard?tab=needs-person&kind=scan");
  await expect(inboxRows(ben, first)).toBeVisible();
  await inboxRows(ana, first).getByRole("button", { name: /^Take/ }).click();
  await expect(inboxRows(ana, first)).toContainText("You");
  await expect(choice(ana, "Mine")).toContainText("1");
  // It is no longer the colleague's to do, who still finds it under All.
  await expect(inboxRows(ben, first)).toHaveCount(0);
  await choice(ben, "All").click();
  await expect(inboxRows(ben, first)).toContainText("@staff.example");
  expect(await barriers(ana, "main")).toEqual([]);
  await pictures(ana, "inbox");

  await inboxRows(ana, second)
    .getByRole("button", { name: /^Assign or snooze/ })
    .click();
  await ana
    .getByRole("menuitem", { name: /^Snooze/ })
    .first()
    .click();
  await expect(inboxRows(ana, second)).toHaveCount(0);
  await expect(inboxRows(ben, second)).toHaveCount(0);
  await choice(ana, "Snoozed").click();
  await expect(inboxRows(ana, second)).toContainText("Until");
  await inboxRows(ana, second)
    .getByRole("button", { name: /^Assign or snooze/ })
    .click();
  await ana.getByRole("menuitem", { name: "Back to the list now" }).click();
  await expect(inboxRows(ana, second)).toHaveCount(0);

  await choice(ana, "Mine").click();
  await expect(ana.getByRole("heading", { name: "Needs a person 1 item" })).toBeVisible();
  await expect(inboxRows(ana, first)).toBeVisible();
  await ana.keyboard.press("j");
  await expect(inboxRows(ana, first).getByRole("link", { name: /^Open Scan/ })).toBeFocused();
  await ana.keyboard.press("Enter");
  const panel = ana.getByRole("dialog");
  await expect(panel.getByText("This label is on no item yet", { exact: false })).toBeVisible();
  expect(await barriers(ana, '[role="dialog"]')).toEqual([]);
  await pictures(ana, "inbox-item");
  await panel.getByLabel("What did you do about it?").fill("A spare label.");
  // What is typed is not lost by Escape.
  await ana.keyboard.press("Escape");
  await ana.getByRole("button", { name: "Go on editing" }).click();
  await panel.getByRole("button", { name: /^Settle/ }).press("Enter");
  await expect(panel).toHaveCount(0);
  await expect(ana.getByText("You have nothing to do")).toBeVisible();
  await expect(choice(ana, "Mine")).toContainText("0");
  await expect(inboxRows(ben, first)).toHaveCount(0);

  // Away from the server the list stays and says so, and goes on by itself.
  await choice(ana, "To do").click();
  await expect(inboxRows(ana, second)).toBeVisible();
  await ana.context().setOffline(true);
  await expect(ana.getByText(/can't reach the server/i).first()).toBeVisible();
  await expect(inboxRows(ana, second)).toBeVisible();
  await ana.context().setOffline(false);
  await expect(ana.getByText(/can't reach the server/i)).toHaveCount(0);
  await ana.context().close();
  await ben.context().close();
  await api.dispose();
});
