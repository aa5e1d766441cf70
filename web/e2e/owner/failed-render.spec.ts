import { writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "@playwright/test";
import { expect, openAs } from "../support/staff-session";
import { ownProduct } from "./own-product";

/** A host that cannot render its pages serves the old ones, and says so (rule: pages-rendered-whole). */

const product = ownProduct("owner-failed-render");

test("pages that cannot be rendered stay as they were, and the owner reads why", async ({
  browser,
}) => {
  // Where the rendered pages are to stand there is a file.
  await writeFile(path.join(product().data, "pages"), "");
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings");
  await page.getByLabel("Trade name").fill("Boxes & Beyond");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
  const failure = page.getByRole("alert").filter({ hasText: "could not be rendered again" });
  await expect(failure).toContainText("File exists");

  const visitor = await (await browser.newContext({ baseURL: product().url })).newPage();
  await visitor.goto("/contact");
  await expect(visitor).toHaveTitle("Contact · Summerstow");
});
