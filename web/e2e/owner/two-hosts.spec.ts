import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "@playwright/test";
import { expect, openAs } from "../support/staff-session";
import { runProduct } from "../support/start-product";
import { ownProduct } from "./own-product";

/** What is published on one host is on each (rules: settings-published, pages-rendered-whole). */

const first = ownProduct("owner-first-host");

/** The address of the database that the first host brought along. */
function databaseOf(data: string): string {
  const files = readdirSync(data, { recursive: true, encoding: "utf8" });
  const state = files.find((name) => path.basename(name) === "server.json") ?? "";
  const { sockets } = JSON.parse(readFileSync(path.join(data, state), "utf8"));
  return `postgresql://summerstow@/summerstow?host=${encodeURIComponent(sockets)}`;
}

test("a name that one host publishes is on the other's pages, in its wizard and its mail", async ({
  browser,
  request,
}) => {
  const second = await runProduct(
    path.join(test.info().project.outputDir, "owner-second-host.log"),
    { DATABASE_URL: databaseOf(first().data) },
  );
  try {
    const page = await openAs(browser, first().url, "executive");
    await page.goto("/admin-dashboard?tab=settings");
    await page.getByLabel("Trade name").fill("Boxes & Beyond");
    await page.getByLabel("Phone").fill("(604) 822-2211");
    await page.getByRole("button", { name: "Review and publish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
    await expect(page.getByText("This is what customers see today.")).toBeVisible();

    const visitor = await (await browser.newContext({ baseURL: second.url })).newPage();
    await expect(async () => {
      await visitor.goto("/contact");
      await expect(visitor).toHaveTitle("Contact · Boxes & Beyond", { timeout: 1_000 });
    }).toPass();
    await expect(visitor.getByRole("contentinfo").getByText("(604) 822-2211")).toBeVisible();
    // The application's own pages too, and what its mails say.
    const other = await openAs(browser, second.url, "executive");
    await expect(async () => {
      await other.goto("/admin-dashboard?tab=settings&section=first-steps");
      const banner = other.getByRole("banner");
      await expect(banner).toContainText("Boxes & Beyond", { timeout: 1_000 });
    }).toPass();
    await other.getByRole("button", { name: /test mail/i }).click();
    await expect(async () => {
      const mails = await request.get(`${second.url}/dev/mailbox.json?to=executive@demo.test`);
      expect(await mails.text()).toContain("Boxes & Beyond");
    }).toPass();
  } finally {
    await second.end();
  }
});
