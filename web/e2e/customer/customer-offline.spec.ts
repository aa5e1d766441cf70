import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import {
  booking,
  confirmedAccount,
  farDay,
  newAddress,
  openSignedIn,
} from "../support/customer-accounts";
import { lateCodeHere } from "../support/late-code.ts";

/** A phone that loses its network over a form, and finds it again: nothing is in the way of a second try. */

test.use({ viewport: { width: 390, height: 844 } });

const NO_SERVER = "We can't reach the server. Nothing was changed; please try again.";

async function customer(
  page: Page,
  request: APIRequestContext,
  path: string,
  fields: Record<string, unknown> = {},
) {
  const email = newAddress("offline");
  const userId = await confirmedAccount(request, email, "Maya Chen");
  await booking(request, userId, email, {
    pickup_date: await farDay(request),
    pickup_time: "9:00 AM - 12:00 PM",
    phone: "604 555 0100",
    ...fields,
  });
  await openSignedIn(page, path, email);
}

test("Edit Booking is saved by the next press, with and without a network in between", async ({
  page,
  request,
}) => {
  await customer(page, request, "/customer-dashboard/edit");
  // On its side a phone shows the form; the bar waits at its end.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByRole("button", { name: "Save changes" })).not.toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "Save changes" })).toBeInViewport();
  await page.getByRole("heading", { name: "You", exact: true }).click();
  const save = page.getByRole("button", { name: "Save changes" });
  await page.context().setOffline(true);
  await page.getByLabel("Phone").first().fill("604 555 0123");
  await expect(page.getByRole("alert")).toHaveText(NO_SERVER);
  await expect(save).toBeEnabled();
  // Without a network a press only says it again.
  await save.click();
  await expect(page.getByRole("alert")).toHaveText(NO_SERVER);
  await expect(save).toBeEnabled();
  await page.context().setOffline(false);
  // Nobody has to press anything to be told that the server is back.
  await expect(page.getByRole("alert")).toHaveCount(0);
  await save.click();
  await expect(page.getByText("Booking Updated")).toBeVisible();
});

test("a press while the server does not answer asks for the price again and goes on", async ({
  page,
  request,
}) => {
  await customer(page, request, "/customer-dashboard/edit");
  await page.getByRole("heading", { name: "You", exact: true }).click();
  await page.route("**/rpc/preview_edit_booking", (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.getByLabel("Phone").first().fill("604 555 0123");
  await expect(page.getByRole("alert")).toHaveText("That did not work. Please try again.");
  await page.unroute("**/rpc/preview_edit_booking");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Booking Updated")).toBeVisible();
});

test("Cancel says again what it costs, and asks no more once it is done", async ({
  page,
  request,
}) => {
  const asked: string[] = [];
  page.on("request", (one) => one.url().endsWith("/preview_cancellation") && asked.push(one.url()));
  await customer(page, request, "/customer-dashboard");
  await expect(page.getByRole("region", { name: "Current Status" })).toBeVisible();
  await lateCodeHere(page);
  await page.context().setOffline(true);
  await page
    .getByRole("navigation", { name: "This booking" })
    .getByRole("button", { name: "Cancel" })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toHaveText(NO_SERVER);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(NO_SERVER);
  await page.context().setOffline(false);
  const cancel = dialog.getByRole("button", { name: "Cancel free of charge" });
  await expect(cancel).toBeEnabled();
  const before = asked.length;
  await cancel.click();
  await expect(page.getByRole("region", { name: "Current Status" })).toContainText("Cancelled");
  expect(asked.length).toBe(before);
});
