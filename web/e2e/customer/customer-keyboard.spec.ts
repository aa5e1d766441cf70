import { expect, test } from "@playwright/test";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  PASSWORD,
} from "../support/customer-accounts";
import { closeByEscape } from "../support/escape";
import { Keyboard } from "../support/keyboard";

/** My Storage with the keyboard alone: nobody is lost, and each dialog gives the focus back. */

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`a date, items, the plan, a friend's link and Sign Out by keyboard (${size.width} px)`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(size);
    const keys = new Keyboard(page);
    const email = newAddress("keys");
    const id = await confirmedAccount(request, email, "Maya Chen");
    await booking(request, id, email, { pickup_date: await campusDay(request, 20) });

    await page.goto("/auth");
    await keys.to(page.getByRole("textbox", { name: "Email" }));
    await keys.type(email);
    await keys.to(page.getByLabel("Password", { exact: true }));
    await keys.type(PASSWORD);
    await keys.press("Enter");

    const edit = page.getByRole("button", { name: "Edit Delivery Date" });
    await keys.use(edit);
    const dialog = page.getByRole("dialog");
    await closeByEscape(dialog);
    await expect(edit).toBeFocused();
    await keys.press("Enter");
    const day = await campusDay(request, 30);
    const cell = dialog.locator("[data-day] button[tabindex='0']");
    await keys.to(cell);
    const from = await cell.locator("..").getAttribute("data-day");
    const steps = Math.round((Date.parse(day) - Date.parse(from ?? "")) / 86_400_000);
    for (let gone = 0; gone < Math.abs(steps); gone += 1)
      await keys.press(steps > 0 ? "ArrowRight" : "ArrowLeft");
    await keys.press("Enter");
    await keys.use(dialog.getByRole("button", { name: "Save" }));
    await expect(page.getByText("Date Updated")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(edit).toBeFocused();
    await keys.seen();

    const add = page.getByRole("button", { name: "Add Items" }).first();
    await keys.use(add);
    await expect(dialog.getByText("Your list is open until")).toBeVisible();
    await keys.use(dialog.getByRole("button", { name: "Add an item" }));
    await expect(dialog.getByLabel("What is it?")).toBeFocused();
    await keys.type("Winter clothes");
    const price = Promise.withResolvers<void>();
    await page.route("**/rpc/quote*", async (route) => {
      await price.promise;
      await route.continue();
    });
    await keys.press("Enter");
    const list = dialog.getByRole("list", { name: "Your items" });
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await keys.seen();
    await keys.to(dialog.locator("summary", { hasText: "What we cannot store" }));
    price.resolve();
    await expect(dialog.getByText("a month with tax", { exact: true })).toBeVisible();
    await keys.seen();
    await keys.use(dialog.getByRole("button", { name: "Done" }));
    await expect(dialog).toBeHidden();
    await expect(add).toBeFocused();

    const bar = page.getByRole("navigation", { name: "Dashboard" });
    await keys.to(bar.getByRole("link", { name: "Payment & Plans" }), { back: true });
    await keys.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Payment & Plans" })).toBeVisible();
    const plan = page.getByRole("radiogroup").first();
    await keys.to(plan.getByRole("radio", { checked: true }));
    await keys.press("ArrowDown");
    await keys.seen();

    await keys.to(bar.getByRole("link", { name: "Friends" }), { back: true });
    await keys.press("Enter");
    await keys.use(page.getByRole("button", { name: "Make an invitation link" }));
    const link = page.getByRole("textbox", { name: "Invitation link" });
    await expect(link).toBeFocused();
    await keys.seen();
    await keys.use(page.getByRole("button", { name: "QR code of the invitation link" }));
    await expect(page.getByRole("img", { name: /^QR code of the invitation link/ })).toBeVisible();

    await keys.to(page.getByRole("button", { name: "Sign Out" }), { back: true });
    await keys.press("Enter");
    await expect(page).toHaveURL(/\/$/);
  });
}
