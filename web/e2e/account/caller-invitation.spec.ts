import { type APIRequestContext, test } from "@playwright/test";
import { barriers } from "../support/barriers";
import { campusDay, newAddress } from "../support/customer-accounts";
import { DEMO_PASSWORD, expect, openAs } from "../support/staff-session";

async function bookFor(request: APIRequestContext, email: string): Promise<string> {
  const signedIn = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "anon" },
    data: { email: "worker@demo.test", password: DEMO_PASSWORD },
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const made = await request.post("/rest/v1/rpc/book_for_caller", {
    headers: { apikey: "anon", authorization: `Bearer ${access_token}` },
    data: {
      first_name: "Tariq",
      last_name: "Bell",
      email,
      phone: "+1 250 555 0161",
      campus_id: 2,
      residence_type: "other",
      address: "12 Oak Street",
      pickup_date: await campusDay(request, 90),
      pickup_time: "9:00 AM - 12:00 PM",
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return ((await made.json()) as { id: string }).id;
}

/** The newest link of an invitation in the mails to somebody, other than one that is known. */
async function invitationTo(request: APIRequestContext, email: string, but = ""): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      const mails = (await answer.json()) as { links: string[] }[];
      const links = mails.flatMap((mail) => mail.links);
      link = links.find((one) => one.includes("/auth/invitation/") && one !== but) ?? "";
      return link;
    })
    .not.toBe("");
  return link;
}

test("a caller sets a password from the one mail, and owns the booking", async ({
  browser,
  page,
  request,
  baseURL,
}) => {
  const email = newAddress("caller");
  const id = await bookFor(request, email);
  const first = await invitationTo(request, email);

  const office = await openAs(browser, baseURL, "admin", { width: 390, height: 844 });
  await office.goto(`/admin-dashboard?tab=bookings&booking=${id}`);
  const record = office.getByRole("dialog");
  await expect(record.getByText(/Invited .* Not accepted yet\./)).toBeVisible();
  await record.getByRole("button", { name: "Send again" }).click();
  const second = await invitationTo(request, email, first);

  // The office's new link has ended the first one.
  await page.goto(first);
  await page.getByRole("button", { name: "Set my password" }).click();
  await expect(page.getByText("This link has expired or was used already.")).toBeVisible();
  await page.goto(second);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Set my password" }).click();
  await page.getByLabel("New password").fill("boxes-by-phone");
  await page
    .getByRole("button", { name: /password/i, exact: false })
    .last()
    .click();
  await expect(page.getByText("You are signed in with your new password.")).toBeVisible();
  await page.getByRole("link", { name: "Go to your dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome, Tariq Bell");
  await expect(page.getByText(/We pick up in 90 days/)).toBeVisible();

  await office.reload();
  await expect(record.getByText(/Invited .* Accepted\./)).toBeVisible();
  await expect(record.getByRole("button", { name: "Send again" })).toBeHidden();
  // Used once: the same link leads nobody in any more.
  await page.goto(second);
  await page.getByRole("button", { name: "Set my password" }).click();
  await expect(page.getByText("This link has expired or was used already.")).toBeVisible();
});
