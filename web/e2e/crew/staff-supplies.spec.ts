import { readFile } from "node:fs/promises";
import { type Page, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { asService, expect, look, openAs } from "../support/staff-session";

test.describe.configure({ timeout: 90_000 });

// A day of its own for each run, so that its kits are nobody else's.
const tag = Date.now().toString(36);
const offset = Math.floor(Date.now() / 1000) % 9000;
const day = new Date(Date.UTC(2040, 0, 1 + offset)).toISOString().slice(0, 10);
const SUPPLIES = `/admin-dashboard?tab=supplies&campus=3&date=${day}`;
const names = ["Ada", "Bo", "Cy"].map((first) => `${first} Kit${tag}`);
const [ada = "", bo = "", cy = ""] = names;

test.beforeAll(async ({ baseURL }) => {
  const service = await asService(baseURL);
  const made = await service.post("/rest/v1/bookings", {
    data: names.map((name, index) => ({
      campus_id: 3,
      first_name: name.split(" ")[0],
      last_name: name.split(" ")[1],
      email: `kit${index}.${tag}@students.example`,
      phone: "+1 250 555 0140",
      building_name: ["East Village", "North Tower", "=1+1"][index],
      address: "704 McGill Road, Kamloops BC",
      supply_kit_delivery_date: day,
      pickup_date: "2040-04-28",
    })),
  });
  expect(made.status(), await made.text()).toBe(201);
  await service.dispose();
});

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const step = (page: Page, label: string, name: string) =>
  page.getByRole("button", { name: `${label}: ${name}` });
const stock = async (page: Page) =>
  Number.parseInt(await page.getByRole("region", { name: "Stock" }).innerText(), 10);

test("from the shelf to the door: stock, one tap a step, a failure with its note, the way back", async ({
  browser,
  baseURL,
}) => {
  const office = await openAs(browser, baseURL, "admin");
  await office.goto(SUPPLIES);
  await expect(office.getByRole("heading", { name: "Supply Kit Deliveries" })).toBeVisible();
  await expect(office.getByText("3 kits", { exact: true })).toBeVisible();
  const before = await stock(office);
  await office.getByRole("button", { name: "Add to stock" }).click();
  const dialog = office.getByRole("dialog", { name: "Add to stock" });
  await dialog.getByLabel("Kits").fill("2.5");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Enter a whole number of kits")).toBeVisible();
  await dialog.getByLabel("Kits").fill("20");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(office.getByText("Stock updated")).toBeVisible();
  await expect.poll(() => stock(office)).toBeGreaterThanOrEqual(before + 15);

  // The crew counts nothing in, and works near days alone.
  const worker = await openAs(browser, baseURL, "worker");
  await worker.goto(SUPPLIES);
  await expect(worker.getByText("Crews work the kits of yesterday")).toBeVisible();
  await expect(row(worker, ada)).toBeVisible();
  await expect(step(worker, "Pack", ada)).toHaveCount(0);
  await expect(worker.getByRole("checkbox")).toHaveCount(0);
  await expect(worker.getByRole("button", { name: "Add to stock" })).toHaveCount(0);
  await worker.context().close();

  const crew = await openAs(browser, baseURL, "admin", { fresh: true });
  await crew.goto(SUPPLIES);
  await expect(step(crew, "Pack", ada)).toBeVisible();
  await step(crew, "Pack", ada).click();
  await step(crew, "Send out", ada).click();
  await expect(row(crew, ada)).toContainText("Out for delivery");
  await crew.getByRole("button", { name: `More for ${ada}` }).click();
  await crew.getByRole("menuitem", { name: "Delivery failed…" }).click();
  const failed = crew.getByRole("dialog", { name: "Delivery failed" });
  await failed.getByLabel("What happened").fill("Front desk closed");
  await failed.getByRole("button", { name: "Save" }).click();
  await expect(row(crew, ada)).toContainText("Failed");
  await expect(row(crew, ada)).toContainText("Front desk closed");
  await step(crew, "Send out again", ada).click();
  await step(crew, "Mark delivered", ada).click();
  await expect(row(crew, ada)).toContainText("Done");
  await crew.getByRole("button", { name: `More for ${ada}` }).click();
  await crew.getByRole("menuitem", { name: "Back to packed" }).click();
  await expect(step(crew, "Send out", ada)).toBeVisible();

  // The office's screen is from before: what is true now is said, and shown.
  await expect(step(office, "Pack", bo)).toBeVisible();
  await office.route("**/rpc/kit_day", (route) => route.abort());
  await step(office, "Pack", cy).click();
  await step(crew, "Pack", bo).click();
  await step(crew, "Send out", bo).click();
  await expect(step(crew, "Mark delivered", bo)).toBeVisible();
  await step(office, "Pack", bo).click();
  await expect(office.getByText("it is out for delivery now")).toBeVisible();
  await expect(office.getByText("We can't reach the server")).toBeVisible();
  await office.unrouteAll();
  await expect(row(office, bo)).toContainText("Out for delivery");
  await expect(row(office, cy)).toContainText("Packed");
  await office.context().close();
  await crew.context().close();
});

test("fifteen kits go through three states in a few presses", async ({ browser, baseURL }) => {
  const [another, many] = [new Date(Date.UTC(2066, 0, 1 + offset)).toISOString().slice(0, 10), 15];
  const service = await asService(baseURL);
  const made = await service.post("/rest/v1/bookings", {
    data: Array.from({ length: many }, (_, index) => ({
      campus_id: 2,
      first_name: `Kim${index}`,
      last_name: `Many${tag}`,
      email: `many${index}.${tag}@students.example`,
      supply_kit_delivery_date: another,
      pickup_date: "2099-04-28",
    })),
  });
  expect(made.status(), await made.text()).toBe(201);
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(`/admin-dashboard?tab=supplies&campus=2&date=${another}`);
  await expect(page.getByText(`${many} kits`, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Add to stock" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to stock" });
  await dialog.getByLabel("Kits").fill(String(many));
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  const bar = page.getByRole("region", { name: "Selected kits" });
  await page.getByRole("checkbox", { name: "Select all kits" }).click();
  // They stay ticked from one step to the next.
  for (const [state, step] of [
    ["packed", "Pack"],
    ["out", "Send out"],
    ["delivered", "Mark delivered"],
  ]) {
    const next = bar.getByRole("button", { name: `${step} ${many}` });
    // Whoever works by keyboard is on it already.
    if (state !== "packed") await expect(next).toBeFocused();
    await next.click();
    await expect
      .poll(async () => {
        const kits = await service.get(
          `/rest/v1/kit_deliveries?state=eq.${state}&select=booking_id,booking:bookings!inner(last_name)&booking.last_name=eq.Many${tag}`,
        );
        return ((await kits.json()) as unknown[]).length;
      })
      .toBe(many);
  }
  await service.dispose();
  await page.context().close();
});

test("a run sheet, labels and a file of the day", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "executive");
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await page.goto(SUPPLIES);
  await expect(row(page, cy)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await page
    .getByRole("button", { name: "Labels", exact: true, includeHidden: true })
    .dispatchEvent("click");
  const label = page.getByRole("article").filter({ hasText: cy });
  await expect(label).toContainText(/[0-9A-F]{4}-[0-9A-F]{4}/);
  await expect(label).toContainText("=1+1, 704 McGill Road, Kamloops BC");
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(label).toHaveCount(0);
  await page.getByRole("button", { name: "Run sheet", includeHidden: true }).dispatchEvent("click");
  await expect(page.getByRole("heading", { name: /^Supply kits · TRU Kamloops/ })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: bo })).toContainText(/250\D?555\D?0140/);
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper.match(/MediaBox \[[^\]]*\]/g)).toEqual(["MediaBox [0 0 792 612]"]);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`supply_kits_tru_${day}.csv`);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain(`${cy},`);
  expect(text).toContain("'=1+1,");
  expect(text).toMatch(/,\+1 ?250 ?555 ?0140/);

  await page.getByRole("button", { name: "Day after" }).click();
  await expect(page.getByText("No supply kits on this day.")).toBeVisible();
  await page.goBack();
  await expect(row(page, cy)).toBeVisible();
  await page.context().close();
});

test("the kits of a day read well at 390, 820 and 1440 px", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, "admin");
  await page.goto(SUPPLIES);
  for (const [width, theme] of [
    [390, "dark"],
    [820, "light"],
    [1440, "light"],
  ] as const) {
    await look(page, width, theme);
    await expect(row(page, cy)).toBeVisible();
    // Yellow is for one next step of a screen, never for a button of every row.
    const inRows = page.getByRole("table").getByRole("button", { name: /^Pack|^Send|^Mark/ });
    expect(
      await inRows.evaluateAll(
        (buttons) => new Set(buttons.map((one) => getComputedStyle(one).backgroundColor)).size,
      ),
    ).toBe(1);
    await expect(inRows.first()).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    const dates = page.getByRole("cell").filter({ hasText: /\w{3}, \w{3} \d{1,2}, \d{4}$/ });
    await expect(dates.first()).toBeVisible();
    expect(
      await dates.evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth)),
      "a date is cut",
    ).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    expect(await barriers(page), `${width} px`).toEqual([]);
  }
  await page.context().close();
});
