import { expect, type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { bundle, dollars, pricing, taxed, terms } from "../support/prices";

/** What a visitor tries before booking: the price, the boxes, the free places, the distance. */

test.use({ viewport: { width: 390, height: 844 } });

const SINGLE = pricing.single_item_monthly_cents;
const HEAVY = (SINGLE * terms.heavy_box_surcharge_percent) / 100;

const estimate = (page: Page) => page.getByRole("region", { name: "Your estimate" });

test("a price with each line explained, the cheaper way named, kept in a link", async ({
  page,
  context,
}) => {
  await page.goto("/pricing");
  await expect(estimate(page)).toContainText("Medium Bundle, 4 months");
  await expect(estimate(page)).toContainText(dollars(4 * taxed(bundle("medium").monthly_cents)));

  const items = page.getByRole("spinbutton", { name: "Items", exact: true });
  await items.fill("6");
  await expect(estimate(page)).toContainText(
    `6 single items cost less: ${dollars(taxed(6 * SINGLE))} a month with tax instead of ${dollars(taxed(bundle("medium").monthly_cents))}.`,
  );
  await page.getByRole("button", { name: "Use single items" }).click();
  await expect(estimate(page)).toContainText(dollars(4 * taxed(6 * SINGLE)));
  await expect(estimate(page)).not.toContainText("cost less");

  // Three share six items of which one is heavy: who comes first pays the cents that do not divide.
  const whole = 4 * taxed(6 * SINGLE + HEAVY);
  const most = Math.ceil(whole / 3);
  const paying = whole - 3 * Math.floor(whole / 3);
  const shared = `Shared by 3: ${paying} pay ${dollars(most)}, ${3 - paying} pays ${dollars(most - 1)}`;
  await page.getByText("Heavy things, labels, protection, distance").click();
  await page.getByRole("button", { name: "More: Boxes over 50 lb" }).click();
  await page.getByRole("button", { name: "More: People sharing" }).click();
  await page.getByRole("button", { name: "More: People sharing" }).click();
  await expect(estimate(page)).toContainText(shared);
  await estimate(page).getByText("1 box over 50 lb, 4 months").click();
  await expect(estimate(page)).toContainText(
    `A box over 50 lb costs ${terms.heavy_box_surcharge_percent}% more each month.`,
  );
  await expect(estimate(page)).toContainText(`4 × ${dollars(HEAVY)}`);
  await expect(page).toHaveURL(/\?items=6&pricing=single_items&heavy_boxes=1&friends=3$/);

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(estimate(other)).toContainText(shared);
  await other.close();
});

test("dates decide the months; what cannot be priced says why; an outage is told", async ({
  page,
}) => {
  const year = new Date().getFullYear() + 1;
  await page.goto(`/pricing?items=8&pickup_date=${year}-04-28&return_date=${year}-08-30`);
  await expect(estimate(page)).toContainText("Medium Bundle, 5 months");
  await expect(estimate(page)).toContainText("Return outside the free dates");
  await page.getByLabel("Return", { exact: true }).fill(`${year}-08-31`);
  await expect(estimate(page)).toContainText("Medium Bundle, 4 months");
  await expect(estimate(page)).not.toContainText("Return outside the free dates");
  await page.getByLabel("Return", { exact: true }).fill(`${year}-04-01`);
  await expect(estimate(page)).toContainText("The return must not be before the pickup.");
  await page.getByLabel("Pickup", { exact: true }).fill("");
  await expect(estimate(page)).toContainText("Choose your pickup date.");

  await page.route("**/rpc/quote*", (route) => route.abort());
  await page.getByLabel("Pickup", { exact: true }).fill(`${year}-03-01`);
  await page.getByLabel("Return", { exact: true }).fill(`${year}-09-01`);
  await expect(estimate(page)).toContainText("We can't reach the server");
  await page.unroute("**/rpc/quote*");
  await expect(estimate(page)).toContainText("Medium Bundle, 6 months");
});

test("things become boxes, and the boxes a price; what may not be stored is refused", async ({
  page,
}) => {
  await page.goto("/pricing");
  const need = page.getByRole("region", { name: "What you need" });
  await expect(need).toContainText("Nothing picked yet");
  const search = page.getByRole("searchbox", { name: "Look for a thing" });
  await search.fill("propane");
  await expect(page.getByText("Fuel and gas cartridges: not with us.")).toBeVisible();
  await search.fill("book");
  await page.getByRole("spinbutton", { name: /^10 books/ }).fill("3");
  await search.fill("weights");
  await page.getByRole("button", { name: "More: Set of weights" }).click();
  await expect(need).toContainText("2 boxes and 1 loose item");
  await need.getByRole("link", { name: "See the price" }).click();
  await expect(page).toHaveURL(/\?items=3&heavy_items=1/);
  await expect(estimate(page)).toContainText("Small Bundle, 4 months");
  await expect(estimate(page)).toContainText("Unboxed item over 50 lb");
});

test("a campus tells its free places and the way to one's door", async ({ page }) => {
  await page.goto("/ubcv");
  const week = page.getByRole("table", { name: /Places left/ });
  await expect(week.getByRole("row")).toHaveCount(8);
  await page.mouse.wheel(0, 200);
  await expect(week).toHaveAttribute("aria-busy", "false");
  await expect(week.getByRole("row")).toHaveCount(8);
  await expect(page.getByText(/Free return: Aug 31 to Sep 3, \d{4}/)).toBeVisible();
  const first = await week.getByRole("rowheader").first().textContent();
  await page.getByRole("button", { name: "Later week" }).click();
  await expect(week.getByRole("rowheader").first()).not.toHaveText(first ?? "");

  const place = page.getByRole("combobox", { name: "Residence or postal code" });
  const check = page.getByRole("button", { name: "Check" });
  await check.click();
  await expect(page.getByText("Enter a residence or a postal code first.")).toBeVisible();
  for (const [words, answer] of [
    ["Totem Park", "Totem Park is less than a mile from UBC Vancouver"],
    [
      "V6K 1A1",
      `outside our 3 mile radius: ${dollars(taxed(terms.outside_radius.min_cents))} each way with tax`,
    ],
    ["V1V 1V7", "It is nearer to UBC Okanagan, which we serve too."],
    ["Atlantis", "We do not know that place by its name."],
  ] as const) {
    await place.fill(words);
    await place.press("Enter");
    await expect(page.getByText(answer)).toBeVisible();
  }
  expect(await barriers(page, "#places", "#address")).toEqual([]);
});

for (const width of [320, 1440]) {
  test(`no barrier in the tools of /pricing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/pricing?items=6&friends=3&heavy_boxes=1");
    await expect(estimate(page)).toContainText("Shared by 3");
    for (const details of await page.locator("#estimate details, #will-it-fit details").all()) {
      await details.evaluate((one) => one.setAttribute("open", ""));
    }
    expect(await barriers(page, "#estimate", "#will-it-fit")).toEqual([]);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide).toBe(0);
  });
}
