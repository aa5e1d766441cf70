import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { adminApi } from "../crew/run-days";
import { barriers } from "../support/barriers";
import {
  booking,
  campusDay,
  confirmedAccount,
  newAddress,
  openSignedIn,
} from "../support/customer-accounts";
import { asService, openAs } from "../support/staff-session";

/** The person at the door: named by who books, told of the visit, without an account (rule: the-door). */

test.use({ viewport: { width: 390, height: 844 } });

async function visitLink(request: APIRequestContext, address: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(address)}`);
      const mails = (await answer.json()) as { links: string[] }[];
      link = mails[0]?.links.find((one) => one.includes("/visit/")) ?? "";
      return link;
    })
    .not.toBe("");
  return new URL(link).pathname;
}

async function crewSays(baseURL: string | undefined, booking: string, state: string) {
  const service = await asService(baseURL);
  const stops = await service.get(
    `/rest/v1/run_stops?booking_id=eq.${booking}&kind=eq.pickup&select=id`,
  );
  const [stop] = (await stops.json()) as { id: string }[];
  const crew = await adminApi(baseURL);
  const done = await crew.post("/rest/v1/rpc/stop_state", {
    data: { stop_id: stop?.id, state, at: new Date().toISOString() },
  });
  expect(done.ok(), await done.text()).toBe(true);
}

async function nameAtTheDoor(page: Page, email: string) {
  await page.getByRole("link", { name: "Edit Booking" }).click();
  await page
    .locator("summary")
    .filter({ has: page.getByRole("heading", { name: "Other people", exact: true }) })
    .click();
  await page.getByLabel("Who is at the door?").fill("Mei Chen");
  await page.getByLabel("Their email").fill(email);
  await page.getByLabel("Language for calls").first().selectOption("Chinese");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Booking Updated")).toBeVisible();
}

test("a student follows the crew from a mail, while the parent abroad books", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const email = newAddress("parent");
  const userId = await confirmedAccount(request, email, "Wei Chen");
  const made = await booking(request, userId, email, {
    first_name: "Wei",
    pickup_date: await campusDay(request, 0),
  });
  await openSignedIn(page, "/customer-dashboard", email);
  const door = newAddress("student");
  await nameAtTheDoor(page, door);

  const student = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: page.viewportSize(),
  });
  const visit = await student.newPage();
  const link = await visitLink(request, door);
  await visit.goto(link);
  await expect(visit.getByRole("heading", { name: "We pick up Wei's items" })).toBeVisible();
  await expect(visit.getByText("Mei Chen")).toBeVisible();
  expect(await barriers(visit, "main")).toEqual([]);
  await crewSays(baseURL, made.id, "on_way");
  await expect(visit.getByRole("heading", { name: "Our crew is on the way" })).toBeVisible();
  await visit.getByRole("button", { name: "15 minutes late" }).click();
  await expect(visit.getByText("The crew knows: you are at the door by")).toBeVisible();
  const crew = await openAs(browser, baseURL, "worker");
  await crew.goto("/admin-dashboard?tab=runs&campus=2");
  const line = crew.getByRole("listitem").filter({ hasText: "Wei Chen" });
  await expect(line.getByText("Customer late:").first()).toBeVisible();
  await crewSays(baseURL, made.id, "arrived");
  await expect(visit.getByRole("heading", { name: "We are at your door" })).toBeVisible();
  await student.setOffline(true);
  await expect(visit.getByText("This may have changed meanwhile")).toBeVisible({ timeout: 20_000 });
  await expect(visit.getByRole("heading", { name: "We are at your door" })).toBeVisible();
  await student.setOffline(false);
  await expect(visit.getByText("This may have changed meanwhile")).toBeHidden({ timeout: 20_000 });

  const office = await openAs(browser, baseURL, "admin");
  await office.goto(`/admin-dashboard?tab=bookings&booking=${made.id}`);
  await expect(office.getByText(`Mei Chen, ${door}, speaks Chinese`)).toBeVisible();

  // Another person is named: the first link ends.
  await page.reload();
  await page.getByRole("link", { name: "Edit Booking" }).click();
  await page
    .locator("summary")
    .filter({ has: page.getByRole("heading", { name: "Other people", exact: true }) })
    .click();
  await page.getByLabel("Their email").fill(newAddress("other"));
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Booking Updated")).toBeVisible();
  await visit.reload();
  await expect(visit.getByText("This link does not work any more")).toBeVisible();
});
