import { test } from "@playwright/test";
import { booking, confirmedAccount, newAddress, openSignedIn } from "../support/customer-accounts";
import { inboxRows, openItem } from "../support/inbox";
import { expect, openAs } from "../support/staff-session";
import { tag } from "../support/tag";

test("a customer writes from My Storage, and the office answers there and by email", async ({
  browser,
  baseURL,
  request,
}) => {
  const email = newAddress("write");
  const made = await confirmedAccount(request, email, `Wren ${tag()}`);
  await booking(request, made, email, { first_name: "Wren", last_name: tag() });
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await openSignedIn(page, "/customer-dashboard", email);
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toContainText("We answer within 24 hours, here and by email.");
  await messages.getByRole("button", { name: "Write to us" }).click();
  const typed = messages.getByLabel("Your message about your booking");
  await expect(typed).toBeFocused();
  await typed.fill("Can I bring a bike?");

  // Without a network nothing that was typed is lost, and it is sent once.
  await context.setOffline(true);
  await messages.getByRole("button", { name: "Send" }).click();
  await expect(messages.getByRole("alert")).toContainText("We can't reach the server.");
  await expect(typed).toHaveValue("Can I bring a bike?");
  await context.setOffline(false);
  await messages.getByRole("button", { name: "Send" }).click();
  const thread = messages.getByRole("article", { name: "Booking" });
  await expect(thread).toContainText("Can I bring a bike?");
  await expect(thread).toContainText(/We answer by .+, campus time\./);
  const pictures = process.env.PICTURES;
  if (pictures) await messages.screenshot({ path: `${pictures}/messages.png` });

  const office = await openAs(browser, baseURL, "admin");
  const waiting = await openItem(office, "conversation", `Wren ${tag()}`);
  await expect(waiting).toContainText("Due ");
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await waiting.getByLabel("Answer").fill("Yes, for $25.\n\nPlease let the air out.");
  if (pictures) await office.screenshot({ path: `${pictures}/messages-office.png` });
  await waiting.getByRole("button", { name: /^Send to/ }).click();
  await expect(waiting).toHaveCount(0);
  await expect(inboxRows(office, `Wren ${tag()}`)).toHaveCount(0);

  await page.reload();
  await expect(thread).toContainText("Please let the air out.");
  await expect(thread).toContainText("Answered");
  await expect
    .poll(async () => {
      const mails = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      return JSON.stringify(await mails.json());
    })
    .toContain("Please let the air out.");
  await thread.getByRole("button", { name: /Write more/ }).click();
  await messages.getByLabel("Your message about booking").fill("Thank you!");
  await messages.getByRole("button", { name: "Send" }).click();
  await expect(thread).toContainText("Thank you!");
  await expect(thread).toContainText("Waiting for us");
  await expect(thread.getByRole("listitem")).toHaveCount(3);
  await context.close();
  await office.context().close();
});
