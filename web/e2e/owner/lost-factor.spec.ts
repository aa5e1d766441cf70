import { test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { totp } from "../account/mailed-codes";
import { asService, expect, openAs } from "../support/staff-session";
import { ownProduct } from "./own-product";

/** A colleague whose phone is lost signs in again, once an executive reset the second factor. */

const product = ownProduct("owner-lost-factor");
const PASSWORD = "boxes-and-tape";

test("a lost second factor is reset, and the next sign-in takes the password", async ({
  browser,
}) => {
  const { url } = product();
  const service = await asService(url);
  const email = "rosa@staff.example";
  const made = await service.post("/auth/v1/admin/users", {
    data: { email, password: PASSWORD, email_confirm: true, user_metadata: { full_name: "Rosa" } },
  });
  const { id } = await made.json();
  await service.patch(`/rest/v1/users?id=eq.${id}`, { data: { role: "admin", full_name: "Rosa" } });
  const client = createClient(url, "anon", { auth: { autoRefreshToken: false } });
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
  const on = await client.auth.mfa.challengeAndVerify({
    factorId: data?.id ?? "",
    code: totp(data?.totp.secret ?? ""),
  });
  expect(on.error).toBeNull();

  const page = await openAs(browser, url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=staff");
  const row = page.getByRole("row").filter({ hasText: "Rosa" });
  await expect(row).toContainText("Second factor on");
  await row.getByRole("button", { name: "Change Rosa" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Reset second factor" }).click();
  await dialog.getByRole("button", { name: /^Yes/ }).click();
  await expect(page.getByText("adds a new second factor at the next sign-in")).toBeVisible();
  await expect(row).toContainText("No second factor yet");

  const phone = await (await browser.newContext({ baseURL: url })).newPage();
  await phone.goto("/auth");
  await phone.getByRole("textbox", { name: "Email" }).fill(email);
  await phone.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await phone.getByRole("button", { name: "Sign In", exact: true }).last().click();
  await expect(phone).toHaveURL(/dashboard/);
});
