import { type APIRequestContext, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { booking, campusDay, confirmedAccount, newAddress } from "../support/customer-accounts";
import { inboxRows, openItem } from "../support/inbox";
import { bundle, taxed } from "../support/prices";
import { asService, DEMO_PASSWORD, expect, openAs } from "../support/staff-session";

/** A bank's file without codes: names, a wrong choice, and how it is put right. */

const OWED = taxed(bundle("medium").monthly_cents);
const AMOUNT = `${Math.floor(OWED / 100)},${String(OWED % 100).padStart(2, "0")}`;
const DESK = { width: 1440, height: 900 };

test.describe.configure({ timeout: 120_000 });

/** An account of this name whose eight items were picked up today, and so are invoiced. */
async function owing(request: APIRequestContext, baseURL: string | undefined, name: string) {
  const email = newAddress("payer");
  const userId = await confirmedAccount(request, email, name);
  const made = await booking(request, userId, email, { pickup_date: await campusDay(request) });
  const service = await asService(baseURL);
  const stops = await service.get(`/rest/v1/pickup_queue?booking_id=eq.${made.id}&select=id`);
  const [stop] = await stops.json();
  const crew = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: "worker@demo.test", password: DEMO_PASSWORD },
  });
  const { access_token } = (await crew.json()) as { access_token: string };
  const answer = await request.post("/rest/v1/rpc/set_pickup_status", {
    headers: { apikey: "anon", authorization: `Bearer ${access_token}` },
    data: { queue_id: stop.id, status: "completed", items: 8 },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function noBarrier(page: Page) {
  expect(await barriers(page, '[role="dialog"]')).toEqual([]);
}

test("a transfer without a code is matched by name, taken back, and recorded anew", async ({
  request,
  browser,
  baseURL,
}) => {
  const mark = Array.from(newAddress("x").replace(/[^a-z]/g, ""))
    .slice(0, 8)
    .join("");
  const payer = { first: "Zoë", last: `Kowal${mark}` };
  await owing(request, baseURL, `${payer.first} ${payer.last}`);
  await owing(request, baseURL, `Oscar Bains${mark}`);
  const day = await campusDay(request);
  const file = [
    "Données valides en date d'aujourd'hui",
    "",
    "Date;Libellé;Statut;Débit;Crédit",
    `${day};VIREMENT ${payer.last.toUpperCase()}, ZOE;Inscrit;;${AMOUNT}`,
    `${day};VIREMENT EN COURS;En attente;;20,00`,
    `${day};FRAIS;Inscrit;10,95;`,
  ].join("\n");

  const office = await openAs(browser, baseURL, "admin", DESK);
  await office.goto("/admin-dashboard?tab=payments");
  const dialog = office.getByRole("dialog", { name: "Import bank file" });
  const row = dialog.getByRole("list", { name: "Transfers" }).getByRole("listitem");
  const choose = async () => {
    await office.getByRole("button", { name: "Import bank file" }).click();
    await dialog.getByLabel("CSV file").setInputFiles({
      name: "releve.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(file, "latin1"),
    });
    await expect(row).toHaveCount(1);
  };
  const tick = row.getByRole("checkbox");

  await test.step("the name is offered and not ticked; another invoice is chosen", async () => {
    await choose();
    await expect(dialog.getByText("releve.csv")).toBeVisible();
    await expect(dialog.getByText("Left out: 1 line of money that went out")).toBeVisible();
    await expect(row).toContainText(`${payer.first} ${payer.last}`);
    await expect(tick).not.toBeChecked();
    await expect(dialog.getByRole("button", { name: "Keep 1 transfer" })).toBeEnabled();
    await dialog.getByRole("checkbox", { name: /^Keep 1 transfer/ }).click();
    await expect(dialog.getByRole("button", { name: "Record", exact: true })).toBeDisabled();
    await dialog.getByRole("checkbox", { name: /^Keep 1 transfer/ }).click();
    await noBarrier(office);
    await row.getByRole("button", { name: /^Other invoice/ }).press("Enter");
    const picker = office.getByRole("dialog", { name: "Choose an invoice" });
    const offered = picker.getByRole("list", { name: "Invoices" }).getByRole("listitem");
    await expect(offered.first()).toContainText(payer.last);
    await picker.getByRole("searchbox").fill(`Bains${mark}`);
    await expect(offered).toHaveCount(1);
    await noBarrier(office);
    await offered.getByRole("button").click();
    await expect(picker).toBeHidden();
    await expect(tick).toBeChecked();
    await dialog.getByRole("button", { name: "Record 1 payment" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("the payment is taken back with a reason", async () => {
    await office.goto(`/admin-dashboard?tab=payments&show=all&q=Bains${mark}`);
    await office.getByRole("link", { name: /^Account of INV-/ }).press("Enter");
    const sheet = office.getByRole("dialog", { name: `Oscar Bains${mark}` });
    await sheet.getByRole("button", { name: /^Take back the payment of/ }).press("Enter");
    const reverse = office.getByRole("dialog", { name: "Take payment back" });
    await reverse.getByRole("button", { name: "Take payment back" }).click();
    await expect(reverse.getByText("Please give a reason.")).toBeVisible();
    await noBarrier(office);
    await reverse.getByLabel("Reason").fill("Paid by somebody else");
    await reverse.getByRole("button", { name: "Take payment back" }).click();
    await expect(reverse).toBeHidden();
    await expect(sheet.getByText("Payment taken back: Paid by somebody else")).toBeVisible();
    await expect(sheet.getByText("Taken back.", { exact: true })).toBeVisible();
    await expect(sheet.getByRole("button", { name: /^Take back the payment of/ })).toBeHidden();
    await office.keyboard.press("Escape");
  });

  await test.step("the same line is recorded for the right invoice, once, and undone", async () => {
    await choose();
    await expect(row).toContainText("was recorded and taken back");
    await tick.click();
    await dialog.getByRole("button", { name: "Record 1 payment" }).click();
    await expect(dialog).toBeHidden();
    // The first one's toast may still be there, so its words do not tell that this one is done.
    const undone = office.waitForResponse("**/rest/v1/rpc/reverse_payments");
    await office.getByRole("button", { name: "Undo" }).click();
    expect((await undone).ok()).toBe(true);
    await expect(office.getByText("Payment taken back", { exact: true }).first()).toBeVisible();
    await office.goto(`/admin-dashboard?tab=payments&q=${payer.last}`);
    await expect(office.getByRole("link", { name: /^Account of INV-/ })).toHaveCount(1);
  });

  await test.step("what has no payment waits under Needs a person, and is recorded there", async () => {
    await office.goto("/admin-dashboard?tab=payments");
    await choose();
    await dialog.getByRole("button", { name: "Keep 1 transfer" }).click();
    await expect(dialog).toBeHidden();
    const item = await openItem(office, "transfer", `VIREMENT ${payer.last.toUpperCase()}`);
    await expect(item).toContainText("was recorded and taken back");
    await item.getByRole("checkbox").click();
    await noBarrier(office);
    await item.getByRole("button", { name: "Record the payment" }).click();
    await expect(item).toBeHidden();
    await expect(inboxRows(office, `VIREMENT ${payer.last.toUpperCase()}`)).toHaveCount(0);
  });
  await office.context().close();
});
