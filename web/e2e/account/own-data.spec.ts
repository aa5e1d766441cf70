import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import {
  booking,
  confirmedAccount,
  newAddress,
  openSignedIn,
  PASSWORD,
  staffChange,
} from "../support/customer-accounts";
import { closeByEscape } from "../support/escape";
import { messagesTo } from "./mailed-codes";

/** One's own data on a phone: taken along, and erased. */
test.use({ viewport: { width: 390, height: 844 } });

test("own data is downloaded, and the account deleted once nothing is stored", async ({
  page,
  request,
}) => {
  test.slow();
  const email = newAddress("leaver");
  const id = await confirmedAccount(request, email, "Maya Chen");
  const { id: stored } = await booking(request, id, email, { first_name: "Maya" });
  const status = (value: string) =>
    staffChange(request, `bookings?id=eq.${stored}`, { status: value });
  await status("picked_up");
  await openSignedIn(page, "/account", email);
  const section = page.getByRole("region", { name: "Your data" });

  const [json] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Download JSON" }).click(),
  ]);
  expect(json.suggestedFilename()).toMatch(/^summerstow-my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await json.path(), "utf8"));
  expect([data.account[0].email, data.bookings[0].first_name]).toEqual([email, "Maya"]);
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Download PDF" }).click(),
  ]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");

  const open = section.getByRole("button", { name: "Delete account" });
  await open.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "can't be deleted yet" })).toBeVisible();
  await expect(dialog.getByText("are with us")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Delete for good" })).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await closeByEscape(dialog);
  await expect(open).toBeFocused();

  await status("confirmed");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("is cancelled with it, free of charge")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const word = dialog.getByLabel("Type DELETE to confirm");
  await word.fill("delet");
  await word.press("Enter");
  await expect(dialog.getByText("Type DELETE in this field")).toBeVisible();
  await expect(word).toBeFocused();
  await word.fill("delete");
  await word.press("Enter");
  await expect(page.getByText("Your account is deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await expect
    .poll(async () => (await messagesTo(request, email))[0]?.text ?? "")
    .toContain("everything else that identifies you went with it");
  const again = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email, password: PASSWORD },
  });
  expect(again.status()).toBe(400);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/auth/);
});
