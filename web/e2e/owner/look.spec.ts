import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { openAs } from "../support/staff-session";
import { ownProduct } from "./own-product";

/** The owner's logo, colour and campus picture (rule: settings-published). */

const product = ownProduct("owner-look");

const picture = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#c02040" } })
    .png()
    .toBuffer();

test("a logo and a colour are on the site and in a mail", async ({ browser, request }) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=business");
  const logo = page.getByRole("group", { name: "Logo", exact: true });
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const input = logo.locator("input[type=file]");
  await input.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: script });
  await expect(logo.getByRole("alert")).toContainText("This drawing has no shapes.");
  const file = { name: "logo.png", mimeType: "image/png", buffer: await picture(96, 96) };
  await input.setInputFiles(file);
  await expect(logo.getByRole("img", { name: "Logo, as chosen" })).toBeVisible();
  await page.getByLabel("Colour of buttons", { exact: true }).fill("#336699");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByText(/The words on it could not be read/)).toBeVisible();
  await page.getByLabel("Colour of buttons", { exact: true }).fill("#ffd0e0");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: product().url })).newPage();
  await expect(async () => {
    await visitor.goto("/");
    const mark = visitor.getByRole("banner").locator('img[src^="/files/"]');
    await expect(mark).toBeVisible({ timeout: 1_000 });
    expect(await mark.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(96);
  }).toPass();
  const bookNow = visitor.getByRole("main").getByRole("link", { name: "Book Now" }).first();
  await expect(bookNow).toHaveCSS("background-color", "rgb(255, 208, 224)");

  await page.goto("/admin-dashboard?tab=settings&section=first-steps");
  await page.getByRole("button", { name: /test mail/i }).click();
  await expect(async () => {
    const mails = await request.get(`${product().url}/dev/mailbox.json?to=executive@demo.test`);
    expect(await mails.text()).toContain(`${product().url}/files/`);
  }).toPass();
});

test("a campus has a photo in place of its drawing", async ({ browser }) => {
  const page = await openAs(browser, product().url, "executive");
  await page.goto("/admin-dashboard?tab=settings&section=campuses");
  const own = page.getByRole("group", { name: "Picture", exact: true }).first();
  const photo = { name: "campus.png", mimeType: "image/png", buffer: await picture(1600, 900) };
  await own.locator("input[type=file]").setInputFiles(photo);
  await expect(own.getByRole("img", { name: "Picture, as chosen" })).toBeVisible();
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This is what customers see today.")).toBeVisible();
  const visitor = await (await browser.newContext({ baseURL: product().url })).newPage();
  await expect(async () => {
    await visitor.goto("/ubcv");
    await expect(visitor.getByRole("img", { name: "UBC Vancouver" }).first()).toBeVisible({
      timeout: 1_000,
    });
    const shared = visitor.locator('meta[property="og:image"]');
    await expect(shared).toHaveAttribute("content", /\/files\//, { timeout: 1_000 });
  }).toPass();
});
