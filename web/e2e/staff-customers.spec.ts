import AxeBuilder from "@axe-core/playwright";
import { test } from "@playwright/test";
import { expect, openAs } from "./staff-session";

test.describe.configure({ timeout: 90_000 });

const CUSTOMERS = "/admin-dashboard?tab=customers";

test("an executive corrects a customer's name and puts it back", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "executive");
  await page.goto(`${CUSTOMERS}&q=customer2@demo.test`);
  const row = page.getByRole("row").filter({ hasText: "customer2@demo.test" });
  await expect(row.locator("code")).toHaveText(/^SS-[A-Z0-9]{5}$/);
  const name = await row.locator("td").first().innerText();

  const rename = async (next: string) => {
    await row.getByRole("button", { name: /Edit/ }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Customer Information" });
    await dialog.getByLabel("Full Name").fill(next);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Customer updated").first()).toBeVisible();
    await expect(row).toContainText(next);
  };
  await rename(`${name} Edited`);
  await rename(name);

  await row.getByRole("button", { name: /Edit/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Customer Information" });
  await dialog.getByLabel("Email").fill("nonsense");
  await dialog.getByLabel("Customer ID").fill("");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByText("Enter an email address like")).toBeVisible();
  await expect(dialog.getByText("Use 2 to 32 capital letters")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row.getByRole("button", { name: /Edit/ }).click();
  await expect(dialog.getByLabel("Email")).toHaveValue("customer2@demo.test");

  // Another customer's address is refused by the server, in its words.
  await dialog.getByLabel("Email").fill("customer@demo.test");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Update failed")).toBeVisible();
  await expect(dialog).toBeVisible();
  await page.context().close();
});

test("an admin searches customers and has no Edit", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(CUSTOMERS);
  await page.getByRole("searchbox").fill("customer@demo.test");
  await expect(page.getByText("1 customer found")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Edit/ })).toHaveCount(0);
  await page.getByRole("searchbox").fill("nobody at all");
  await expect(page.getByText("No customers found.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByText("customer2@demo.test")).toBeVisible();
  await page.context().close();
});

test("data that may not be read is told", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.route("**/rest/v1/users?*role=eq.customer*", (route) =>
    route.fulfill({
      status: 403,
      json: { code: "42501", message: "no", details: null, hint: null },
    }),
  );
  await page.goto(CUSTOMERS);
  await expect(page.getByText("Fetch Error").first()).toBeVisible();
  await expect(
    page.getByText("Could not load admin data. Please check your permissions.").first(),
  ).toBeVisible();
  await page.context().close();
});

test("the customers list reads well on a phone", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "executive", { width: 390 });
  await page.goto(CUSTOMERS);
  await expect(page.getByRole("button", { name: /^Edit/ }).first()).toBeVisible();
  const findings = await new AxeBuilder({ page }).analyze();
  expect(findings.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.context().close();
});
